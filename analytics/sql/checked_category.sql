-- one row per category of a version whose rule set computes: what the checks of its bouts and entries need to know of it
with
categories as (select * from in_category),
sheets as (select * from in_rule_sheet),
divisions as (select * from in_rule_division),

final as (
  select
    c.version_id, c.category_id, s.sheet, c.age_division, c.belt, c.belt_rank, c.weight_class, c.weight_rank, c.is_open, c.is_minor,
    d.match_seconds, d.belt_allowed
  from categories as c
  join sheets as s on s.version_id = c.version_id
  join divisions as d on d.sheet = s.sheet and d.age_division = c.age_division and d.belt = c.belt
)
select * from final
