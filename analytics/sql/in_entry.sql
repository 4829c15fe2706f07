-- one row per entry of a version, corrections in force applied; `derived` = not listed, known from a bout or a place (A8)
with
versions as (select * from in_version),
listed_entries as (select v.version_id, e.* from versions as v join entry as e on e.load_id = v.load_id),
fighters as (select * from competitor),
bouts as (select * from in_bout),
listed_places as (
  select v.version_id, o.category_id, o.athlete_key, o.athlete, o.athlete_id, o.academy
  from versions as v join official_place as o on o.load_id = v.load_id
),
corrections as (select * from in_correction),
spellings as (select * from version_academy),

-- Who fought was registered; who only holds a place counts as such where the category lists no entries at all.
unlisted_fighter as (
  select f.version_id, f.category_id, f.athlete_key
  from fighters as f
  where not exists (
    select 1 from listed_entries as l
    where l.version_id = f.version_id and l.category_id = f.category_id and l.athlete_key = f.athlete_key
  )
),
side as (
  select version_id, category_id, red_key as athlete_key, red_athlete as athlete, red_athlete_id as athlete_id, red_academy as academy
  from bouts
  union all
  select version_id, category_id, blue_key as athlete_key, blue_athlete as athlete, blue_athlete_id as athlete_id, blue_academy as academy
  from bouts
),
appearing as (
  select s.version_id, s.category_id, s.athlete_key, s.athlete, s.athlete_id, s.academy
  from side as s
  join unlisted_fighter as u on u.version_id = s.version_id and u.category_id = s.category_id and u.athlete_key = s.athlete_key
  union all
  select p.version_id, p.category_id, p.athlete_key, p.athlete, p.athlete_id, p.academy
  from listed_places as p
  where not exists (select 1 from listed_entries as l where l.version_id = p.version_id and l.category_id = p.category_id)
),
unlisted as (
  select
    version_id, category_id, athlete_key, min(athlete) as athlete, min(athlete_id) as athlete_id, min(academy) as academy
  from appearing
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
-- An entry that names no academy is of the one that its athlete's bouts name.
nameless as (
  select distinct version_id, category_id, athlete_key from listed_entries where academy is null
),
of_bouts as (
  select s.version_id, s.category_id, s.athlete_key, min(s.academy) as academy
  from side as s
  join nameless as n on n.version_id = s.version_id and n.category_id = s.category_id and n.athlete_key = s.athlete_key
  where s.academy is not null
  group by 1, 2, 3
),
final as (
  select
    e.version_id, e.load_id, e.category_id, e.athlete, e.athlete_key, e.athlete_id, coalesce(e.academy, b.academy) as academy,
    e.birth_year, e.country, coalesce(c.status, e.status) as status, e.file_row, e.derived, c.since_version as corrected_version_id,
    s.academy_key
  from entries as e
  left join of_bouts as b on b.version_id = e.version_id and b.category_id = e.category_id and b.athlete_key = e.athlete_key
  left join corrections as c on c.version_id = e.version_id and c.category_id = e.category_id and c.athlete_key = e.athlete_key
  left join spellings as s on s.version_id = e.version_id and s.spelling = coalesce(e.academy, b.academy)
)
select * from final
