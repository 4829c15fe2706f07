-- one row per category whose bouts or entries say something: what becomes of it by section M, official places apart
with
ordinary as (select * from ordinary_result),
alone as (select * from entry_only_result),
rare as (select * from rare_outcome where basis = 'bouts'),

final as (
  select version_id, category_id, 'decided' as state, 'bouts' as source, rule, cast(null as varchar) as reason from ordinary
  union all
  select
    version_id, category_id, case when present > 1 then 'open' else 'decided' end as state,
    case when present > 1 then null else 'entries' end as source, rule,
    case when present > 1 then concat(cast(present as varchar), ' athletes are registered, and no bout is recorded yet.') end as reason
  from alone
  union all
  select distinct version_id, category_id, state, source, rule, reason from rare
)
select * from final
