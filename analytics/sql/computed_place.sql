-- one row per place that the bouts give where an official place or a ruling stands in place
with
official as (select distinct version_id, category_id from in_official),
given as (select * from bout_place),

final as (
  select g.version_id, g.category_id, g.place, g.athlete, g.athlete_key, g.academy, g.rule
  from given as g
  join official as o on o.version_id = g.version_id and o.category_id = g.category_id
)
select * from final
