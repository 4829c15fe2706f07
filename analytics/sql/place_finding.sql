-- one row per finding about official places: two golds or silvers in one list (A1b), and each athlete whom the bouts place otherwise (M20)
with
versions as (select * from in_version where computes),
loads as (select * from source_load),
files as (select load_id, min(file) as file from source_file where lower(file) like '%placements%' group by 1),
official as (select * from in_official where place is not null),
computed as (select * from computed_place),
results as (select * from bout_result where state = 'decided'),
categories as (select * from in_category),

places_file as (
  select v.version_id, coalesce(f.file, l.source) as file
  from versions as v
  join loads as l on l.load_id = v.load_id
  left join files as f on f.load_id = v.load_id
),
-- a ruling replaces the whole list of its category
said_by as (select distinct version_id, category_id, source from official),
named as (
  select version_id, category_id, concat(gender, ' / ', age_division, ' / ', belt, ' / ', weight_class) as category from categories
),
twice as (
  select version_id, category_id, place, source, cast(count(distinct athlete_key) as integer) as times, min(file_row) as file_row
  from official
  where place in (1, 2)
  group by 1, 2, 3, 4
  having count(distinct athlete_key) > 1
),
official_decided as (
  select o.version_id, o.category_id, o.place, o.athlete, o.athlete_key, o.file_row
  from official as o
  join results as r on r.version_id = o.version_id and r.category_id = o.category_id
),
differing as (
  select
    coalesce(o.version_id, c.version_id) as version_id, coalesce(o.category_id, c.category_id) as category_id,
    coalesce(o.athlete, c.athlete) as athlete, o.place as official_place, c.place as computed_place, o.file_row, c.rule
  from official_decided as o
  full outer join computed as c
    on c.version_id = o.version_id and c.category_id = o.category_id and c.athlete_key = o.athlete_key
  where o.place is null or c.place is null or o.place <> c.place
),
final as (
  select
    t.version_id, 'warning' as severity, case when t.place = 1 then 'two_golds' else 'two_silvers' end as code,
    case when t.source = 'ruling' then 'ruling' else f.file end as file, t.file_row as "row", cast(null as varchar) as path, 'place' as "column", n.category as value, 'A1b' as rule,
    concat(case when t.source = 'ruling' then 'the ruling names ' else 'the official list has ' end, cast(t.times as varchar), case when t.place = 1 then ' golds' else ' silvers' end,
      ' here; each counts as listed') as reason
  from twice as t
  join named as n on n.version_id = t.version_id and n.category_id = t.category_id
  join places_file as f on f.version_id = t.version_id
  union all
  select
    d.version_id, 'warning' as severity, 'official_places_differ' as code,
    case when s.source = 'ruling' then 'ruling' else f.file end as file, d.file_row as "row", cast(null as varchar) as path,
    'place' as "column", n.category as value, 'M20' as rule,
    concat(
      d.athlete, case when s.source = 'ruling' then ': by the ruling ' else ': officially ' end,
      case when d.official_place is null then 'no place' else concat('place ', cast(d.official_place as varchar)) end, ', by the bouts ',
      case when d.computed_place is null then 'no place' else concat('place ', cast(d.computed_place as varchar), ' (', d.rule, ')') end,
      case when s.source = 'ruling' then '; the ruling counts' else '; the official one counts' end
    ) as reason
  from differing as d
  join named as n on n.version_id = d.version_id and n.category_id = d.category_id
  join places_file as f on f.version_id = d.version_id
  join said_by as s on s.version_id = d.version_id and s.category_id = d.category_id
)
select * from final
