-- one row per academy with more athletes in a category than the rule set allows (B6)
with
sheets as (select * from in_rule_sheet),
files as (select * from source_table),

listed as (
  select version_id, category_id, academy_key, count(*) as entries
  from in_entry
  where academy_key is not null
  group by 1, 2, 3
),
crowded as ( -- counted by athlete below: one of them may be entered twice
  select l.version_id, l.category_id, l.academy_key, s.most_of_academy
  from listed as l
  join sheets as s on s.version_id = l.version_id
  where l.entries > s.most_of_academy
),
counted as (
  select
    c.version_id, c.category_id, c.academy_key, c.most_of_academy, min(e.academy) as academy,
    cast(count(distinct e.athlete_key) as integer) as athletes, max(e.file_row) as file_row
  from crowded as c
  join in_entry as e on e.version_id = c.version_id and e.category_id = c.category_id and e.academy_key = c.academy_key
  group by 1, 2, 3, 4
),
final as (
  select
    c.version_id, 'warning' as severity, 'too_many_of_academy' as code, f.entries_file as file, c.file_row as "row",
    cast(null as varchar) as path, 'academy' as "column", c.academy as value, 'B6' as rule,
    concat(
      cast(c.athletes as varchar), ' athletes of this academy in one category; ', cast(c.most_of_academy as varchar), ' may enter'
    ) as reason
  from counted as c
  join files as f on f.version_id = c.version_id
  where c.athletes > c.most_of_academy
)
select * from final
