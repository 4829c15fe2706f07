-- one row per entry of a version, corrections in force applied; `derived` = not listed, known from a bout or a place (A8)
with
versions as (select * from in_version),
entry_rows as (select v.version_id, e.* from versions as v join entry as e on e.load_id = v.load_id),
listed as ( -- what every question about them needs, without their names
  select v.version_id, e.category_id, e.athlete_key, e.academy is null as nameless
  from in_version as v join entry as e on e.load_id = v.load_id
),
fighters as (select * from competitor),
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
    select 1 from listed as l where l.version_id = f.version_id and l.category_id = f.category_id and l.athlete_key = f.athlete_key
  )
),
-- An entry that names no academy is of the one that its athlete's bouts name.
sought as (
  select version_id, category_id, athlete_key, true as is_listed from listed where nameless group by 1, 2, 3
  union all
  select version_id, category_id, athlete_key, false as is_listed from unlisted_fighter
),
side as ( -- the few categories first, by number; the view twice, lest all sides be written down
  select version_id, category_id, red_key as athlete_key, red_athlete as athlete, red_athlete_id as athlete_id, red_academy as academy
  from in_bout where category_id in (select category_id from sought)
  union all
  select version_id, category_id, blue_key as athlete_key, blue_athlete as athlete, blue_athlete_id as athlete_id, blue_academy as academy
  from in_bout where category_id in (select category_id from sought)
),
found as (
  select s.version_id, s.category_id, s.athlete_key, s.athlete, s.athlete_id, s.academy, u.is_listed
  from side as s
  join sought as u on u.version_id = s.version_id and u.category_id = s.category_id and u.athlete_key = s.athlete_key
),
appearing as (
  select version_id, category_id, athlete_key, athlete, athlete_id, academy from found where not is_listed
  union all
  select p.version_id, p.category_id, p.athlete_key, p.athlete, p.athlete_id, p.academy
  from listed_places as p
  where not exists (select 1 from listed as l where l.version_id = p.version_id and l.category_id = p.category_id)
),
unlisted as ( -- of none, as below, where he appears under two academies
  select
    a.version_id, a.category_id, a.athlete_key, min(a.athlete) as athlete, min(a.athlete_id) as athlete_id,
    case when min(s.academy_key) = max(s.academy_key) then min(a.academy) end as academy
  from appearing as a
  left join spellings as s on s.version_id = a.version_id and s.spelling = a.academy
  group by 1, 2, 3
),
entries as (
  select version_id, category_id, athlete, athlete_key, athlete_id, academy, birth_year, status, file_row, false as derived
  from entry_rows
  union all
  select
    version_id, category_id, athlete, athlete_key, athlete_id, academy, cast(null as integer) as birth_year, 'registered' as status,
    cast(null as integer) as file_row, true as derived
  from unlisted
),
of_bouts as ( -- bouts that name two academies tell of none
  select f.version_id, f.category_id, f.athlete_key, min(f.academy) as academy
  from found as f
  join spellings as s on s.version_id = f.version_id and s.spelling = f.academy
  where f.is_listed
  group by 1, 2, 3
  having min(s.academy_key) = max(s.academy_key)
),
final as (
  select
    e.version_id, e.category_id, e.athlete, e.athlete_key, e.athlete_id, coalesce(e.academy, b.academy) as academy,
    e.birth_year, coalesce(c.status, e.status) as status, e.file_row, e.derived, c.since_version as corrected_version_id, s.academy_key
  from entries as e
  left join of_bouts as b on b.version_id = e.version_id and b.category_id = e.category_id and b.athlete_key = e.athlete_key
  left join corrections as c on c.version_id = e.version_id and c.category_id = e.category_id and c.athlete_key = e.athlete_key
  left join spellings as s on s.version_id = e.version_id and s.spelling = coalesce(e.academy, b.academy)
)
select * from final
