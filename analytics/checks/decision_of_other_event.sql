-- one row per correction, ruling or draw whose version, or the version that undid it, is of another event or came before it
with
decisions as (
  select distinct 'correction ' || correction_id as decision, event_id, version_id, undone_version_id from correction
  union all
  select distinct 'ruling ' || ruling_id as decision, event_id, version_id, undone_version_id from ruling
  union all
  select distinct 'draw ' || draw_id as decision, event_id, version_id, undone_version_id from draw
),
final as (
  select d.*
  from decisions as d
  left join event_version as v on v.version_id = d.version_id
  left join event_version as u on u.version_id = d.undone_version_id
  where v.event_id is distinct from d.event_id
     or (d.undone_version_id is not null and (u.event_id is distinct from d.event_id or d.undone_version_id <= d.version_id))
)
select decision || ' of ' || event_id as place, 'version ' || version_id || coalesce(' to ' || undone_version_id, '') || ' is not of that event, or out of order' as detail
from final
