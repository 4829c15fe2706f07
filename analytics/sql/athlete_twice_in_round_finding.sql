-- one row per athlete with two bouts in one round of a bracket (M1); three athletes meet in two semifinals (M4)
with
sides as (
  select * from fought_side
  where round is not null and round not in ('third-place', 'repechage', 'round-robin', 'superfight')
),
fighters as (select * from competitor),
files as (select * from source_table),

repeated as (
  select version_id, category_id, round, athlete_key, max(file_row) as file_row
  from sides
  group by 1, 2, 3, 4
  having count(*) > 1
),
sizes as (
  select f.version_id, f.category_id, count(*) as athletes
  from fighters as f
  where f.category_id in (select category_id from repeated)
  group by 1, 2
),
final as (
  select
    r.version_id, 'warning' as severity, 'athlete_twice_in_round' as code, f.bouts_file as file, r.file_row as "row",
    cast(null as varchar) as path, 'round' as "column", r.round as value, 'M1' as rule,
    'one of its athletes has another bout in this round of the category; check round and names' as reason
  from repeated as r
  join sizes as z on z.version_id = r.version_id and z.category_id = r.category_id
  join files as f on f.version_id = r.version_id
  where not (r.round = 'semifinal' and z.athletes = 3)
)
select * from final
