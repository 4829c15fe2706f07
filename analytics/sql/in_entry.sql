-- one row per entry of a version, corrections in force applied; `derived` = not listed, known from a bout or a place (A8)
with
versions as (select * from in_version),
listed_entries as (select v.version_id, e.* from versions as v join entry as e on e.load_id = v.load_id),
fighters as (select * from competitor),
listed_places as (
  select v.version_id, o.category_id, o.athlete_key, o.athlete, o.athlete_id, o.academy
  from versions as v join official_place as o on o.load_id = v.load_id
),
corrections as (select * from in_correction),
spellings as (select * from version_academy),

listed_category as (select distinct version_id, category_id from listed_entries),
listed_athlete as (select distinct version_id, category_id, athlete_key from listed_entries),
-- Who fought was registered; who only holds a place counts as such where the category lists no entries at all.
appearing as (
  select version_id, category_id, athlete_key, athlete, athlete_id, academy from fighters
  union all
  select p.version_id, p.category_id, p.athlete_key, p.athlete, p.athlete_id, p.academy
  from listed_places as p
  left join listed_category as c on c.version_id = p.version_id and c.category_id = p.category_id
  where c.category_id is null
),
unlisted as (
  select
    a.version_id, a.category_id, a.athlete_key, min(a.athlete) as athlete, min(a.athlete_id) as athlete_id, min(a.academy) as academy
  from appearing as a
  left join listed_athlete as l on l.version_id = a.version_id and l.category_id = a.category_id and l.athlete_key = a.athlete_key
  where l.athlete_key is null
  group by 1, 2, 3
),
entries as (
  select
    version_id, load_id, category_id, athlete, athlete_key, athlete_id, academy, birth_year, country, status, file_row, false as derived
  from listed_entries
  union all
  select
    u.version_id, v.load_id, u.category_id, u.athlete, u.athlete_key, u.athlete_id, u.academy, cast(null as integer) as birth_year,
    cast(null as varchar) as country, 'registered' as status, cast(null as integer) as file_row, true as derived
  from unlisted as u join versions as v on v.version_id = u.version_id
),
final as (
  select
    e.version_id, e.load_id, e.category_id, e.athlete, e.athlete_key, e.athlete_id, e.academy, e.birth_year, e.country,
    coalesce(c.status, e.status) as status, e.file_row, e.derived, c.since_version as corrected_version_id, s.academy_key
  from entries as e
  left join corrections as c on c.version_id = e.version_id and c.category_id = e.category_id and c.athlete_key = e.athlete_key
  left join spellings as s on s.version_id = e.version_id and s.spelling = e.academy
)
select * from final
