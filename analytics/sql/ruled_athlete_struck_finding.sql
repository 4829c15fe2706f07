-- one row per place that a ruling gives somebody struck out by a disciplinary or doping case, here (M24) or in another category (M18)
with
versions as (select * from in_version where computes),
loads as (select * from source_load),
ruled as (select * from in_official where source = 'ruling' and place is not null),
categories as (select * from in_category),
entries as (select * from in_entry),
corrections as (select * from in_correction),
elsewhere as (select * from struck_elsewhere),
corrected_since as (select * from official_struck), -- these have lost the place again

struck as (
  select version_id, category_id, athlete_key, 'M24' as rule from entries where status in ('disciplinary', 'doping')
  union
  select version_id, category_id, athlete_key, 'M24' as rule from corrections where status in ('disciplinary', 'doping')
  union
  select version_id, category_id, athlete_key, 'M18' as rule from elsewhere
),
final as (
  select
    r.version_id, 'warning' as severity, 'ruled_athlete_struck' as code, l.source as file, cast(null as integer) as "row",
    cast(null as varchar) as path, 'place' as "column", concat(c.gender, ' / ', c.age_division, ' / ', c.belt, ' / ', c.weight_class) as value,
    max(s.rule) as rule,
    concat(
      'the ruling gives place ', cast(r.place as varchar), ' to ', r.athlete, ', who is struck out ',
      case when max(s.rule) = 'M24' then 'of this category' else 'of the event by a case in another category' end, '; the ruling counts'
    ) as reason
  from ruled as r
  join struck as s on s.version_id = r.version_id and s.category_id = r.category_id and s.athlete_key = r.athlete_key
  join categories as c on c.version_id = r.version_id and c.category_id = r.category_id
  join versions as v on v.version_id = r.version_id
  join loads as l on l.load_id = v.load_id
  left join corrected_since as o
    on o.version_id = r.version_id and o.category_id = r.category_id and o.athlete_key = r.athlete_key
  where o.athlete_key is null
  group by r.version_id, r.category_id, l.source, r.place, r.athlete, r.athlete_key, c.gender, c.age_division, c.belt, c.weight_class
)
select * from final
