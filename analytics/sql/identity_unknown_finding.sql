-- one row per category whose places a case of another category would cost an athlete of this name (M18), were it known to be the same one
with
versions as (select * from in_version where computes and disciplinary_strips_other_categories),
fighters as (select * from competitor where disciplinary and athlete_key like '%|'),
entries as (select * from in_entry where athlete_key like '%|'),
official as (select * from in_official),
corrections as (select * from in_correction where status in ('disciplinary', 'doping')),
categories as (select * from in_category),
files as (select * from source_table),

cases as (
  select version_id, category_id, athlete_key from fighters
  union
  select version_id, category_id, athlete_key from entries where status in ('disciplinary', 'doping')
),
-- official places yield to nothing but a correction recorded since (M20)
taking_part as (
  select e.version_id, e.category_id, e.athlete_key, cast(null as integer) as since_version
  from entries as e
  left join official as o on o.version_id = e.version_id and o.category_id = e.category_id
  where o.category_id is null
  union
  select version_id, category_id, athlete_key, since_version from official where place is not null and athlete_key like '%|'
),
found as (
  select distinct t.version_id, t.category_id, t.athlete_key
  from taking_part as t
  join cases as c on c.version_id = t.version_id and c.athlete_key = t.athlete_key and c.category_id <> t.category_id
  left join corrections as k
    on k.version_id = c.version_id and k.category_id = c.category_id and k.athlete_key = c.athlete_key
  where t.since_version is null or k.since_version > t.since_version
),
final as (
  select
    f.version_id, 'warning' as severity, 'identity_unknown' as code, s.entries_file as file, cast(null as integer) as "row",
    cast(null as varchar) as path, 'athlete' as "column",
    concat(k.gender, ' / ', k.age_division, ' / ', k.belt, ' / ', k.weight_class) as value, 'M18' as rule,
    'somebody here has the name of an athlete disqualified in another category, both without academy; add academy or identifier: '
      || 'the same athlete loses his places here too' as reason
  from found as f
  join versions as v on v.version_id = f.version_id
  join categories as k on k.version_id = f.version_id and k.category_id = f.category_id
  join files as s on s.version_id = f.version_id
)
select * from final
