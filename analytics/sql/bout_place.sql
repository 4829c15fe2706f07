-- one row per place that bouts and entries give by section M, official places apart
with
results as (select * from ordinary_result),
ordinary as (select * from ordinary_place),
alone as (select * from entry_only_result where athlete_key is not null),
rare as (select * from rare_outcome where basis = 'bouts' and place is not null),
again as (select * from entered_again),

given as (
  select p.version_id, p.category_id, p.place, p.athlete_key, p.rule, 'bouts' as source, p.note, false as is_rare
  from ordinary as p
  join results as r on r.version_id = p.version_id and r.category_id = p.category_id
  where not p.absent or p.fought
  union all
  select version_id, category_id, 1 as place, athlete_key, rule, 'entries' as source, null as note, false as is_rare from alone
  union all
  select version_id, category_id, place, athlete_key, place_rule as rule, source, note, true as is_rare from rare
),
told_apart as (
  select g.*, g.is_rare or a.athlete_key is not null as may_repeat
  from given as g
  left join again as a on a.version_id = g.version_id and a.category_id = g.category_id and a.athlete_key = g.athlete_key
),
-- The same athlete may be entered twice in a category: the first entry that names an academy says who he is.
named as (
  select
    g.version_id, g.category_id, g.place, g.athlete_key, e.athlete, e.athlete_id, e.academy, e.academy_key, g.rule, g.source, g.note,
    row_number() over (
      partition by g.version_id, g.category_id, g.place, g.athlete_key
      order by case when e.academy is null then 1 else 0 end, e.file_row, e.academy, e.athlete, e.athlete_id, g.rule, g.source, g.note
    ) as n
  from told_apart as g
  join in_entry as e on e.version_id = g.version_id and e.category_id = g.category_id and e.athlete_key = g.athlete_key
  where g.may_repeat
),
final as (
  select g.version_id, g.category_id, g.place, g.athlete_key, e.athlete, e.athlete_id, e.academy, e.academy_key, g.rule, g.source, g.note
  from told_apart as g
  join in_entry as e on e.version_id = g.version_id and e.category_id = g.category_id and e.athlete_key = g.athlete_key
  where not g.may_repeat
  union all
  select version_id, category_id, place, athlete_key, athlete, athlete_id, academy, academy_key, rule, source, note
  from named where n = 1
)
select * from final
