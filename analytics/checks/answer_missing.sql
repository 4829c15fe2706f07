-- one row per version with categories that have no result; who was removed has none
with
final as (
  select v.version_id, v.event_id, count(*) as n, min(c.category_id) as category_id
  from event_version as v
  join category as c on c.load_id = v.load_id
  left join category_result as r on r.version_id = v.version_id and r.category_id = c.category_id
  where v.kind <> 'removal' and r.category_id is null
  group by 1, 2
)
select 'version ' || version_id || ' of ' || event_id as place, n || ' categories have no result, category ' || category_id || ' is one' as detail
from final
