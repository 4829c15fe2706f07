-- one row per table and version with answers about a category that is not of the version's load
with
answers as (
  select 'category_result' as answer, version_id, category_id from category_result
  union all
  select 'place' as answer, version_id, category_id from place
  union all
  select 'computed_place' as answer, version_id, category_id from computed_place
),
final as (
  select a.answer, a.version_id, count(*) as n, min(a.category_id) as category_id
  from answers as a
  join event_version as v on v.version_id = a.version_id
  left join category as c on c.load_id = v.load_id and c.category_id = a.category_id
  where c.category_id is null
  group by 1, 2
)
select answer || ' of version ' || version_id as place, n || ' rows of category ' || category_id || ', which is not of its load' as detail
from final
