-- one row per side of a bout with a score that no actions and penalties of the rule set add up to (D5; AJP's penalties give 1: P3)
with
sheets as (select * from in_rule_sheet),
impossible as (select * from in_rule_impossible),
files as (select * from source_table),

scores as (
  select version_id, file_row, 'red_points' as score, red_points as points
  from in_bout where red_points in (select points from impossible)
  union all
  select version_id, file_row, 'blue_points' as score, blue_points as points
  from in_bout where blue_points in (select points from impossible)
),
final as (
  select
    b.version_id, 'warning' as severity, 'impossible_score' as code, f.bouts_file as file, b.file_row as "row",
    cast(null as varchar) as path, b.score as "column", cast(b.points as varchar) as value, 'D5' as rule,
    'no actions of the rule set add up to this score; check it' as reason
  from scores as b
  join sheets as s on s.version_id = b.version_id
  join impossible as i on i.sheet = s.sheet and i.points = b.points
  join files as f on f.version_id = b.version_id
)
select * from final
