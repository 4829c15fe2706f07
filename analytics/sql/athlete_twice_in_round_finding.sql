-- one row per athlete with two bouts in one round of a bracket (M1); three athletes meet in two semifinals (M4)
with
bouts as (select * from in_bout),
sheets as (select version_id from in_rule_sheet),
fighters as (select * from competitor),
files as (select * from source_table),

again as (select version_id, category_id, athlete_key, rounds_again from fighters where rounds_again > 0),
sizes as (
  select f.version_id, f.category_id, count(*) as athletes
  from fighters as f
  where f.category_id in (select category_id from again)
  group by 1, 2
),
doubtful as (
  select a.version_id, a.category_id, a.athlete_key, z.athletes
  from again as a
  join sizes as z on z.version_id = a.version_id and z.category_id = a.category_id
  where not (a.rounds_again = 2 and z.athletes = 3) -- 2: the semifinal, once more
),
near as ( -- the few categories first, by number; then as in fought_side
  select b.version_id, b.category_id, b.round, b.red_key, b.blue_key, b.file_row
  from bouts as b
  join sheets as s on s.version_id = b.version_id
  where b.category_id in (select category_id from doubtful)
    and b.red_key <> b.blue_key and coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')
    and coalesce(b.red_dq, '') not in ('no_show', 'weigh_in', 'uniform') and coalesce(b.blue_dq, '') not in ('no_show', 'weigh_in', 'uniform')
    and b.round not in ('third-place', 'repechage', 'round-robin', 'superfight')
),
sides as (
  select version_id, category_id, round, red_key as athlete_key, file_row from near
  union all
  select version_id, category_id, round, blue_key as athlete_key, file_row from near
),
repeated as (
  select s.version_id, s.category_id, s.round, s.athlete_key, d.athletes, max(s.file_row) as file_row
  from sides as s
  join doubtful as d on d.version_id = s.version_id and d.category_id = s.category_id and d.athlete_key = s.athlete_key
  group by 1, 2, 3, 4, 5
  having count(*) > 1
),
final as (
  select
    r.version_id, 'warning' as severity, 'athlete_twice_in_round' as code, f.bouts_file as file, r.file_row as "row",
    cast(null as varchar) as path, 'round' as "column", r.round as value, 'M1' as rule,
    'one of its athletes has another bout in this round of the category; check round and names' as reason
  from repeated as r
  join files as f on f.version_id = r.version_id
  where not (r.round = 'semifinal' and r.athletes = 3)
)
select * from final
