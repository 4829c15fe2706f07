-- one row per bout decided in a way the rule set does not know (D1, D2); a stoppage without a winner is how M22 is written everywhere
with
bouts as (select * from in_bout where decision is not null and not (decision = 'stoppage' and winner is null)),
sheets as (select * from in_rule_sheet),
known as (select * from in_rule_decision),
files as (select * from source_table),

final as (
  select
    b.version_id, 'warning' as severity, 'decision_not_in_rules' as code, f.bouts_file as file, b.file_row as "row",
    cast(null as varchar) as path, 'decision' as "column", b.decision as value, 'D1' as rule,
    'the rule set of the event knows no such decision; check it, or the rule set' as reason
  from bouts as b
  join sheets as s on s.version_id = b.version_id
  left join known as k on k.sheet = s.sheet and k.decision = b.decision
  join files as f on f.version_id = b.version_id
  where k.decision is null
)
select * from final
