-- one row per athlete entered at two belts in one event (B6): no one belt belongs to every category he is in
with
entries as (select * from in_entry where athlete_key not like '%|'), -- a name without academy may be two people
categories as (select * from checked_category where belt_rank is not null),
sheets as (select * from in_rule_sheet where one_belt),
parts as (select * from in_belt_part),
files as (select * from source_table),

worn as (
  select e.version_id, e.athlete_key, c.category_id, c.belt, e.file_row
  from entries as e
  join sheets as s on s.version_id = e.version_id
  join categories as c on c.version_id = e.version_id and c.category_id = e.category_id
),
doubtful as (select version_id, athlete_key from worn group by 1, 2 having min(belt) <> max(belt)),
several as (
  select
    w.version_id, w.athlete_key, min(w.belt) as belt, max(w.belt) as other_belt, cast(count(distinct w.belt) as integer) as belts,
    max(w.file_row) as file_row
  from doubtful as d
  join worn as w on w.version_id = d.version_id and w.athlete_key = d.athlete_key
  group by 1, 2
),
possible as ( -- a belt that belongs to all of them
  select v.version_id, v.athlete_key
  from several as v
  join worn as w on w.version_id = v.version_id and w.athlete_key = v.athlete_key
  join parts as p on p.belt = w.belt
  group by v.version_id, v.athlete_key, v.belts, p.part
  having count(distinct w.belt) = v.belts
),
final as (
  select
    v.version_id, 'warning' as severity, 'two_belts' as code, f.entries_file as file, v.file_row as "row",
    cast(null as varchar) as path, 'belt' as "column", concat(v.belt, ', ', v.other_belt) as value, 'B6' as rule,
    'the athlete is in categories of two belts; one belt per athlete and event' as reason
  from several as v
  left join (select distinct version_id, athlete_key from possible) as p on p.version_id = v.version_id and p.athlete_key = v.athlete_key
  join files as f on f.version_id = v.version_id
  where p.athlete_key is null
)
select * from final
