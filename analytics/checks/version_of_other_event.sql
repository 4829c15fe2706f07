-- one row per version that rests on the load of another event, or was computed under another rule set than its load names
with
final as (
  select v.version_id, v.event_id, l.event_id as load_event, v.ruleset, l.ruleset as load_ruleset, l.load_id
  from event_version as v
  join source_load as l on l.load_id = v.load_id
  where v.event_id <> l.event_id or v.ruleset <> l.ruleset
)
select
  'version ' || version_id || ' of ' || event_id as place,
  'its load ' || load_id || ' is of ' || load_event || ' under ' || load_ruleset || ', not ' || ruleset as detail
from final
