-- one row per open class for under-18s that the rule set does not provide for, or per athlete too light for it (B6)
with
categories as (select * from checked_category),
sheets as (select * from in_rule_sheet),
entries as (select * from in_entry),
files as (select * from source_table),

open_classes as (select * from categories where is_open and is_minor),
entered as (
  select e.version_id, e.category_id, e.athlete_key, e.file_row
  from entries as e
  join open_classes as o on o.version_id = e.version_id and o.category_id = e.category_id
),
not_provided as (
  select e.version_id, e.category_id, min(e.file_row) as file_row, 'the rule set provides no open class for under-18s' as problem
  from entered as e
  join sheets as s on s.version_id = e.version_id
  where not s.open_to_minors
  group by 1, 2
),
too_light as (
  select e.version_id, e.category_id, e.file_row, 'open to under-18s of middle weight and heavier; this athlete is entered in a lighter class' as problem
  from entered as e
  join sheets as s on s.version_id = e.version_id
  join entries as w on w.version_id = e.version_id and w.athlete_key = e.athlete_key and w.athlete_key not like '%|'
  join categories as c on c.version_id = w.version_id and c.category_id = w.category_id
  where s.open_to_minors and c.weight_rank <= s.too_light_for_open
),
found as (
  select * from not_provided
  union all
  select distinct version_id, category_id, file_row, problem from too_light
),
final as (
  select
    p.version_id, 'warning' as severity, 'minor_in_open' as code, f.entries_file as file, p.file_row as "row",
    cast(null as varchar) as path, 'weight_class' as "column", o.weight_class as value, 'B6' as rule,
    concat(o.age_division, ' ', o.belt, ': ', p.problem) as reason
  from found as p
  join open_classes as o on o.version_id = p.version_id and o.category_id = p.category_id
  join files as f on f.version_id = p.version_id
)
select * from final
