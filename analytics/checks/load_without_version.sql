-- one row per load that no version rests on
with
final as (select load_id, event_id from source_load where load_id not in (select load_id from event_version))
select 'load ' || load_id || ' of ' || event_id as place, 'no version rests on it' as detail from final
