-- one row per version and academy whose entries, or medals of those, are prepared otherwise than they are
with
asked as (
  select v.version_id, v.load_id
  from event_version as v
  join place_number_version as p on p.version_id = v.version_id
  join source_load as l on l.load_id = v.load_id
  where l.has_entries
),
won as (select distinct version_id, category_id, athlete_key from place where version_id in (select version_id from asked)),
facts as (
  select a.version_id, s.academy_key as academy, count(*) as entries, count(w.athlete_key) as medals
  from asked as a
  join entry as e on e.load_id = a.load_id
  join version_academy as s on s.version_id = a.version_id and s.spelling = e.academy
  left join won as w on w.version_id = a.version_id and w.category_id = e.category_id and w.athlete_key = e.athlete_key
  group by a.version_id, s.academy_key
),
prepared as (
  select e.version_id, coalesce(w.word, 'number ' || e.academy) as academy, e.entries, e.medals
  from academy_entry as e
  left join method_word as w on w.field = 'academy' and w.code = e.academy
),
final as (
  select
    coalesce(p.version_id, f.version_id) as version_id, coalesce(p.academy, f.academy) as academy, coalesce(p.entries, 0) as entries,
    coalesce(f.entries, 0) as facts_entries, coalesce(p.medals, 0) as medals, coalesce(f.medals, 0) as facts_medals
  from prepared as p full join facts as f on f.version_id = p.version_id and f.academy = p.academy
)
select
  'entries of version ' || version_id || ': ' || academy as place,
  entries || ' prepared, with ' || medals || ' medals; of the facts ' || facts_entries || ', with ' || facts_medals as detail
from final where entries <> facts_entries or medals <> facts_medals
