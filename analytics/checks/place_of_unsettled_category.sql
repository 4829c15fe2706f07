-- one row per version with places in categories that are not decided
with
final as (
  select p.version_id, count(*) as n, min(p.category_id) as category_id
  from place as p
  join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id
  where r.state <> 'decided'
  group by 1
)
select 'place of version ' || version_id as place, n || ' places in categories that are not decided, category ' || category_id || ' is one' as detail
from final
