-- one row per athlete and bout that began too soon after his last one (B4), where both starts are known
with
sides as (select * from fought_side where started_at is not null),
categories as (select * from checked_category),
rests as (select * from in_rule_rest where rest_seconds is not null),
files as (select * from source_table),

timed as ( -- without a time, a bout decided at its end lasted the match time; of any other nothing is known but that it had begun
  select
    s.version_id, s.bout, s.side, s.started_at, s.file_row, r.rest_seconds as due,
    coalesce(s.elapsed, case when s.went_full_time then c.match_seconds end, 0) as lasted,
    -- a name without academy may be somebody else's in another category
    case when s.athlete_key like '%|' then concat(s.athlete_key, cast(s.category_id as varchar)) else s.athlete_key end as person
  from sides as s
  join categories as c on c.version_id = s.version_id and c.category_id = s.category_id
  left join rests as r on r.sheet = c.sheet and r.age_division = c.age_division and r.belt = c.belt and r.round = coalesce(s.round, '')
),
following as (
  select
    version_id, side, started_at, file_row, due,
    lag(started_at) over (partition by version_id, person order by started_at, bout) as last_start,
    lag(lasted) over (partition by version_id, person order by started_at, bout) as last_lasted
  from timed
),
rested as ( -- whole seconds first: the clock's ticks, or the time gone by, between two parts of a second
  select
    version_id, side, started_at, file_row, due,
    cast(date_diff('second', date_trunc('second', last_start), date_trunc('second', started_at)) - last_lasted as integer) as rest
  from following
  where last_start is not null and due is not null
),
final as (
  select
    r.version_id, 'warning' as severity, 'short_rest' as code, f.bouts_file as file, r.file_row as "row",
    cast(null as varchar) as path, 'started_at' as "column", cast(r.started_at as varchar) as value, 'B4' as rule,
    concat(
      r.side, ' began ', cast(r.rest as varchar), ' seconds after the end of his last bout; at least ', cast(r.due as varchar), ' are due'
    ) as reason
  from rested as r
  join files as f on f.version_id = r.version_id
  where r.rest < r.due
)
select * from final
