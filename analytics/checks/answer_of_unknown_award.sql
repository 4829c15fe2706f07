-- one row per table, version and award with answers about an award that the version's load does not have
with
answers as (
  select distinct 'standing' as answer, version_id, award_id from standing
  union all
  select distinct 'award_chain' as answer, version_id, award_id from award_chain
),
final as (
  select a.answer, a.version_id, a.award_id
  from answers as a
  join event_version as v on v.version_id = a.version_id
  left join award as w on w.load_id = v.load_id and w.award_id = a.award_id
  where w.award_id is null
)
select answer || ' of version ' || version_id as place, 'its load has no award ' || award_id as detail from final
