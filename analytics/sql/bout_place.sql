-- one row per place that bouts and entries give by section M, official places apart
with
results as (select * from ordinary_result),
ordinary as (select * from ordinary_place),
alone as (select * from entry_only_result where athlete_key is not null),
rare as (select * from rare_outcome where basis = 'bouts' and place is not null),
entries as (select * from in_entry),

given as (
  select p.version_id, p.category_id, p.place, p.athlete_key, p.rule, 'bouts' as source, p.note
  from ordinary as p
  join results as r on r.version_id = p.version_id and r.category_id = p.category_id
  where not p.absent or p.fought
  union all
  select version_id, category_id, 1 as place, athlete_key, rule, 'entries' as source, null as note from alone
  union all
  select version_id, category_id, place, athlete_key, place_rule as rule, source, note from rare
),
-- the same athlete may be entered twice in a category
final as (
  select
    g.version_id, g.category_id, g.place, g.athlete_key, min(e.athlete) as athlete, min(e.athlete_id) as athlete_id,
    min(e.academy) as academy, min(e.academy_key) as academy_key, min(g.rule) as rule, min(g.source) as source, min(g.note) as note
  from given as g
  join entries as e on e.version_id = g.version_id and e.category_id = g.category_id and e.athlete_key = g.athlete_key
  group by 1, 2, 3, 4
)
select * from final
