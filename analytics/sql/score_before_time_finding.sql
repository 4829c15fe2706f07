-- one row per bout decided by score well before its match time was over (B3)
with
bouts as (select * from in_bout where decision in ('points', 'advantages', 'penalties')),
categories as (select * from checked_category),
sheets as (select * from in_rule_sheet),
files as (select * from source_table),

final as (
  select
    b.version_id, 'warning' as severity, 'score_before_time' as code, f.bouts_file as file, b.file_row as "row",
    cast(null as varchar) as path, 'elapsed' as "column", cast(b.elapsed as varchar) as value, 'B3' as rule,
    concat('decided by ', b.decision, ', but the match time is ', cast(c.match_seconds as varchar), ' seconds') as reason
  from bouts as b
  join sheets as s on s.version_id = b.version_id
  join categories as c on c.version_id = b.version_id and c.category_id = b.category_id
  join files as f on f.version_id = b.version_id
  where b.elapsed < c.match_seconds - s.score_tolerance
)
select * from final
