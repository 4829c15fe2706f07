-- one row per juvenile category at a belt that juveniles do not compete at (B5)
with
categories as (select * from checked_category where not belt_allowed),
entries as (select * from in_entry),
files as (select * from source_table),

entered as (
  select c.version_id, c.category_id, min(e.file_row) as file_row
  from categories as c
  join entries as e on e.version_id = c.version_id and e.category_id = c.category_id
  group by 1, 2
),
final as (
  select
    c.version_id, 'warning' as severity, 'juvenile_belt' as code, f.entries_file as file, e.file_row as "row",
    cast(null as varchar) as path, 'belt' as "column", c.belt as value, 'B5' as rule,
    concat('no belt of ', c.age_division, ' under this rule set') as reason
  from categories as c
  join entered as e on e.version_id = c.version_id and e.category_id = c.category_id
  join files as f on f.version_id = c.version_id
)
select * from final
