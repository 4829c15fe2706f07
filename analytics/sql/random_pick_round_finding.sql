-- one row per random pick outside the rounds that the rule set allows it in (D4); where it knows none at all, D1 says so
with
bouts as (select * from in_bout where decision = 'random_pick' and round is not null),
sheets as (select * from in_rule_sheet),
known as (select * from in_rule_decision where decision = 'random_pick'),
allowed as (select * from in_rule_pick_round),
files as (select * from source_table),

final as (
  select
    b.version_id, 'warning' as severity, 'random_pick_round' as code, f.bouts_file as file, b.file_row as "row",
    cast(null as varchar) as path, 'round' as "column", b.round as value, 'D4' as rule,
    'the rule set of the event allows no random pick in this round' as reason
  from bouts as b
  join sheets as s on s.version_id = b.version_id
  join known as k on k.sheet = s.sheet
  left join allowed as a on a.sheet = s.sheet and a.round = b.round
  join files as f on f.version_id = b.version_id
  where a.round is null
)
select * from final
