-- one row per table and load with facts whose category belongs to another load, or is not there
with
facts as (
  select 'bout' as fact, load_id, category_id from bout
  union all
  select 'entry' as fact, load_id, category_id from entry
  union all
  select 'official_place' as fact, load_id, category_id from official_place
),
grouped as (select fact, load_id, category_id, count(*) as n from facts group by 1, 2, 3),
final as (
  select g.fact, g.load_id, cast(sum(g.n) as bigint) as n, min(g.category_id) as category_id
  from grouped as g
  left join category as c on c.load_id = g.load_id and c.category_id = g.category_id
  where c.category_id is null
  group by 1, 2
)
select fact || ' of load ' || load_id as place, n || ' rows of category ' || category_id || ', which is not of that load' as detail
from final
