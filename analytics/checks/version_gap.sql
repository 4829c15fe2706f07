-- one row per event whose versions are not numbered 1, 2, 3 … in the order in which they were recorded
with
numbered as (
  select event_id, version, row_number() over (partition by event_id order by version_id) as expected from event_version
),
final as (select event_id, min(expected) as expected from numbered where version <> expected group by 1)
select 'event ' || event_id as place, 'version ' || expected || ' is missing, or out of order' as detail from final
