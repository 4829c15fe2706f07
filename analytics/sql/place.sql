-- one row per place of a version: the official ones where a category has any (M20), otherwise what the bouts give
with
versions as (select * from in_version where computes),
listed_rows as (select * from in_official),
corrected as (select * from rare_outcome where basis = 'official'),
given as (select * from bout_place),
entries as (select * from in_entry),
spellings as (select * from version_academy),

-- one athlete written twice at one place holds it once
numbered as (
  select
    *,
    row_number() over (
      partition by version_id, category_id, place, athlete_key order by case when academy is null then 1 else 0 end, file_row, athlete, academy
    ) as n
  from listed_rows
),
official as (select * from numbered where n = 1),
official_category as (select distinct version_id, category_id from official),
corrected_category as (select distinct version_id, category_id from corrected),
-- as in bout_place: the first entry that names an academy
numbered_entry as (
  select
    e.version_id, e.category_id, e.athlete_key, e.athlete, e.athlete_id, e.academy,
    row_number() over (
      partition by e.version_id, e.category_id, e.athlete_key
      order by case when e.academy is null then 1 else 0 end, e.file_row, e.academy, e.athlete, e.athlete_id
    ) as n
  from entries as e
  join official_category as o on o.version_id = e.version_id and o.category_id = e.category_id
),
known as (select * from numbered_entry where n = 1),
listed as (
  select
    o.version_id, o.category_id, o.place, o.athlete, o.athlete_key, o.athlete_id, o.academy, 'M20' as rule, o.source,
    case
      when o.source = 'ruling' and o.reason is null then 'ruling'
      when o.source = 'ruling' then concat('ruling: ', o.reason)
    end as note
  from official as o
  join versions as v on v.version_id = o.version_id
  left join corrected_category as c on c.version_id = o.version_id and c.category_id = o.category_id
  where o.place is not null and c.category_id is null
  union all
  select
    c.version_id, c.category_id, c.place, coalesce(o.athlete, k.athlete) as athlete, c.athlete_key,
    coalesce(o.athlete_id, k.athlete_id) as athlete_id, coalesce(o.academy, k.academy) as academy, c.place_rule as rule, c.source, c.note
  from corrected as c
  left join official as o on o.version_id = c.version_id and o.category_id = c.category_id and o.athlete_key = c.athlete_key
  left join known as k on k.version_id = c.version_id and k.category_id = c.category_id and k.athlete_key = c.athlete_key
  where c.place is not null
),
final as (
  select
    l.version_id, l.category_id, l.place, l.athlete, l.athlete_key, coalesce(l.athlete_id, k.athlete_id) as athlete_id,
    coalesce(l.academy, k.academy) as academy, s.academy_key, l.rule, l.source, l.note
  from listed as l
  left join known as k on k.version_id = l.version_id and k.category_id = l.category_id and k.athlete_key = l.athlete_key
  left join spellings as s on s.version_id = l.version_id and s.spelling = coalesce(l.academy, k.academy)
  union all
  select
    g.version_id, g.category_id, g.place, g.athlete, g.athlete_key, g.athlete_id, g.academy, g.academy_key, g.rule, g.source, g.note
  from given as g
  left join official_category as o on o.version_id = g.version_id and o.category_id = g.category_id
  where o.category_id is null
)
select * from final
