-- one row per bout that lasted longer than the match time of its age and belt (B3)
with
bouts as (select * from in_bout),
categories as (select * from checked_category),
files as (select * from source_table),

final as (
  select
    b.version_id, 'warning' as severity, 'elapsed_beyond_match_time' as code, f.bouts_file as file, b.file_row as "row",
    cast(null as varchar) as path, 'elapsed' as "column", cast(b.elapsed as varchar) as value, 'B3' as rule,
    concat('the match time is ', cast(c.match_seconds as varchar), ' seconds') as reason
  from bouts as b
  join categories as c on c.version_id = b.version_id and c.category_id = b.category_id
  join files as f on f.version_id = b.version_id
  where b.elapsed > c.match_seconds
)
select * from final
