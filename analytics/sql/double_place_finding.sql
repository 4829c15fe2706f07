-- one row per category whose official list has two golds or two silvers (A1b: close-outs); they count as listed
with
places as (select * from place),
categories as (select * from in_category),

doubled as (
  select version_id, category_id, place, cast(count(*) as integer) as times
  from places
  where place in (1, 2) and source in ('official', 'ruling')
  group by 1, 2, 3
  having count(*) > 1
),
final as (
  select
    d.version_id, 'warning' as severity, 'double_place' as code, 'placements' as file,
    cast(null as integer) as "row", cast(null as varchar) as path, 'place' as "column", cast(d.place as varchar) as value,
    'A1b' as rule,
    concat(
      c.gender, ' ', c.age_division, ' ', c.belt, ' ', c.weight_class, ': the official list has ', d.times,
      ' athletes in place ', d.place, '; each counts as listed'
    ) as reason
  from doubled as d
  join categories as c on c.version_id = d.version_id and c.category_id = d.category_id
)
select * from final
