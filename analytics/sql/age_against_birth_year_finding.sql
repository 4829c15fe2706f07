-- one row per entry whose year of birth does not fit its age division (B1); the year itself is never repeated, findings may be passed on
with
versions as (select * from in_version),
entries as (select * from in_entry where birth_year is not null),
categories as (select * from checked_category),
ages as (select * from in_rule_age),
files as (select * from source_table),

aged as (
  select e.version_id, e.file_row, a.age_division, a.youngest, a.oldest, cast(extract(year from v.start_date) as integer) - e.birth_year as years
  from entries as e
  join versions as v on v.version_id = e.version_id
  join categories as c on c.version_id = e.version_id and c.category_id = e.category_id
  join ages as a on a.sheet = c.sheet and a.age_division = c.age_division
),
final as (
  select
    a.version_id, 'warning' as severity, 'age_against_birth_year' as code, f.entries_file as file, a.file_row as "row",
    cast(null as varchar) as path, 'birth_year' as "column", cast(null as varchar) as value, 'B1' as rule,
    concat(
      a.age_division, ' is for those who become ', cast(a.youngest as varchar),
      case when a.oldest is null then ' or older' when a.oldest > a.youngest then concat(' to ', cast(a.oldest as varchar)) else '' end,
      ' in the year of the event; the birth year says otherwise'
    ) as reason
  from aged as a
  join files as f on f.version_id = a.version_id
  where a.years < a.youngest or a.years > a.oldest
)
select * from final
