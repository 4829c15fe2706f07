-- one row per athlete and category in which a disciplinary or doping case of another category costs him his place (M18)
with
versions as (select * from in_version where disciplinary_strips_other_categories),
fighters as (select * from competitor where disciplinary),
official as (select * from in_official where place is not null),

cases as (
  select version_id, category_id, athlete_key from fighters
  union
  select version_id, category_id, athlete_key from in_entry where status in ('disciplinary', 'doping')
),
taking_part as (
  select version_id, category_id, athlete_key from in_entry
  union all
  select version_id, category_id, athlete_key from official
),
final as (
  select distinct t.version_id, t.category_id, t.athlete_key
  from cases as c
  join versions as v on v.version_id = c.version_id
  join taking_part as t on t.version_id = c.version_id and t.athlete_key = c.athlete_key and t.category_id <> c.category_id
  where c.athlete_key not like '%|' -- a name without academy may be two people
)
select * from final
