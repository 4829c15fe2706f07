-- one row per side of a bout that took place (contract 2), for the checks that follow one athlete from bout to bout;
-- `went_full_time`: decided at the end of the match time (B3)
with
bouts as (select * from in_bout),
sheets as (select * from in_rule_sheet),

fought as (
  select
    b.version_id, b.category_id, b.bout, b.round, b.red_key, b.blue_key, b.elapsed, b.started_at, b.file_row,
    coalesce(b.decision, '') in ('points', 'advantages', 'penalties', 'referee_decision') as went_full_time
  from bouts as b
  join sheets as s on s.version_id = b.version_id
  where b.red_key <> b.blue_key and coalesce(b.decision, '') not in ('bye', 'walkover', 'close_out')
    and coalesce(b.red_dq, '') not in ('no_show', 'weigh_in', 'uniform')
    and coalesce(b.blue_dq, '') not in ('no_show', 'weigh_in', 'uniform')
),
final as (
  select version_id, category_id, bout, round, 'red' as side, red_key as athlete_key, elapsed, went_full_time, started_at, file_row
  from fought
  union all
  select version_id, category_id, bout, round, 'blue' as side, blue_key as athlete_key, elapsed, went_full_time, started_at, file_row
  from fought
)
select * from final
