-- one row per bout won by a technique that is illegal in its category (D8)
with
bouts as (
  select * from in_bout
  where technique is not null and winner is not null and decision in ('submission', 'stoppage', 'loss_of_consciousness')
),
categories as (select * from checked_category),
illegal as (select * from in_rule_illegal),
files as (select * from source_table),

final as (
  select
    b.version_id, 'warning' as severity, 'illegal_technique' as code, f.bouts_file as file, b.file_row as "row",
    cast(null as varchar) as path, 'technique' as "column", b.technique as value, 'D8' as rule,
    concat(
      'won by a technique that is illegal for ', i.age_division, ' ', i.belt,
      case when i.derived then ' (derived: the list is that of v3)' else '' end
    ) as reason
  from bouts as b
  join categories as c on c.version_id = b.version_id and c.category_id = b.category_id
  join illegal as i on i.sheet = c.sheet and i.age_division = c.age_division and i.belt = c.belt and i.technique = b.technique
  join files as f on f.version_id = b.version_id
)
select * from final
