-- one row per load and thing of which more or less is counted as known than its rows tell
with
asked as (
  select load_id from known_count
  union
  select v.load_id from event_version as v join place_number_version as p on p.version_id = v.version_id
),
fought as (
  select *, coalesce(decision not in ('bye', 'walkover', 'close_out'), true) as is_fought
  from bout where load_id in (select load_id from asked)
),
bouts as (
  select
    load_id, count(red_athlete) + count(blue_athlete) as sides,
    count(*) filter (where red_athlete is not null and red_academy is not null)
      + count(*) filter (where blue_athlete is not null and blue_academy is not null) as academies,
    count(*) filter (where is_fought) as n, count(*) filter (where is_fought and decision is not null) as methods,
    count(*) filter (where decision = 'submission') as submissions,
    count(*) filter (where decision = 'submission' and technique is not null) as techniques,
    count(*) filter (where is_fought and elapsed is not null) as times,
    count(*) filter (where is_fought and red_points is not null and blue_points is not null) as scores
  from fought group by load_id
),
facts as (
  select load_id, 1 as thing, count(academy) as known, count(*) as total
  from entry
  where load_id in (select load_id from asked) and load_id in (select load_id from source_load where has_entries) group by load_id
  union all
  select load_id, 2, count(academy), count(*) from official_place where load_id in (select load_id from asked) group by load_id
  union all select load_id, 3, academies, sides from bouts
  union all select load_id, 4, methods, n from bouts
  union all select load_id, 5, techniques, submissions from bouts
  union all select load_id, 6, times, n from bouts
  union all select load_id, 7, scores, n from bouts
),
final as (
  select
    coalesce(k.load_id, f.load_id) as load_id, coalesce(k.thing, f.thing) as thing, coalesce(k.known, 0) as known,
    coalesce(k.total, 0) as total, coalesce(f.known, 0) as facts_known, coalesce(f.total, 0) as facts_total
  from known_count as k full join facts as f on f.load_id = k.load_id and f.thing = k.thing
)
select
  'thing ' || thing || ' of load ' || load_id as place,
  known || ' of ' || total || ' counted; of the facts ' || facts_known || ' of ' || facts_total as detail
from final where known <> facts_known or total <> facts_total
