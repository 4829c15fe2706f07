-- one row per category decided by set-based SQL; what rules beyond M1, M3, M4 and M17 touch is left to the rare ones
with
brackets as (select * from ordinary_bracket),
places as (select * from ordinary_place),
versions as (select * from in_version),
entries as (select * from in_entry where status <> 'registered' and status <> 'technical'),
elsewhere as (select * from struck_elsewhere),

touched as (
  -- a holder who is struck out, or entered as out
  select p.version_id, p.category_id
  from places as p
  join entries as e on e.version_id = p.version_id and e.category_id = p.category_id and e.athlete_key = p.athlete_key
  where e.status not in ('no_show', 'withdrawn') -- who is placed by his bouts did appear
  union
  select p.version_id, p.category_id
  from places as p
  join elsewhere as e on e.version_id = p.version_id and e.category_id = p.category_id and e.athlete_key = p.athlete_key
  union
  -- absent without a bout: from the semifinal M11 asks who lost the quarterfinal, from the final M16 whether a side is out
  select p.version_id, p.category_id
  from places as p
  join versions as v on v.version_id = p.version_id
  where p.absent and (not v.absent_semifinalist_keeps_third and p.place = 3 or not p.fought and p.athletes > 2)
),
final as (
  select
    b.version_id, b.category_id,
    case when b.has_walkover then 'M17' when b.athletes = 2 then 'M3' when b.athletes = 3 then 'M4' else 'M1' end as rule
  from brackets as b
  left join touched as t on t.version_id = b.version_id and t.category_id = b.category_id
  where t.category_id is null
)
select * from final
