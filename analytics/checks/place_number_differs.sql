-- one row per version and place of which more or fewer are prepared in small numbers than there are
with
prepared as (
  select version_id, place, count(*) as n, count(*) filter (where counted) as counted from place_number group by 1, 2
),
stored as (
  select p.version_id, p.place, count(*) as n, count(*) filter (where r.counted) as counted
  from place as p
  join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id and r.state = 'decided'
  where p.version_id in (select version_id from place_number_version)
  group by 1, 2
),
final as (
  select
    coalesce(a.version_id, b.version_id) as version_id, coalesce(a.place, b.place) as place, coalesce(a.n, 0) as prepared,
    coalesce(b.n, 0) as stored, coalesce(a.counted, 0) as prepared_counted, coalesce(b.counted, 0) as stored_counted
  from prepared as a full join stored as b on b.version_id = a.version_id and b.place = a.place
)
select
  'place ' || place || ' of version ' || version_id as place,
  prepared || ' prepared, ' || prepared_counted || ' of them counted; stored ' || stored || ', ' || stored_counted || ' counted' as detail
from final where prepared <> stored or prepared_counted <> stored_counted
