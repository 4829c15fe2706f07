-- one row per category with entries and no bout, nobody struck out: one who passed is first (M2, M16), several wait;
-- athletes whom a results page lists without a place are no entries
with
versions as (select * from in_version where computes and not all_in_python and has_entries),
categories as (select * from in_category),
entries as (select * from in_entry where not derived),
shapes as (select * from category_shape),
elsewhere as (select * from struck_elsewhere),

counted as (
  select
    e.version_id, e.category_id,
    count(distinct e.athlete_key) as registered,
    count(distinct case
      when e.status in ('registered', 'technical') or (e.status = 'weigh_in' and not c.weigh_in_matters) then e.athlete_key
    end) as present,
    min(case
      when e.status in ('registered', 'technical') or (e.status = 'weigh_in' and not c.weigh_in_matters) then e.athlete_key
    end) as athlete_key,
    max(case when e.status in ('no_show', 'withdrawn') then 0 else 1 end) = 0 as all_absent
  from entries as e
  join versions as v on v.version_id = e.version_id
  join categories as c on c.version_id = e.version_id and c.category_id = e.category_id
  left join shapes as s on s.version_id = e.version_id and s.category_id = e.category_id
  where s.category_id is null
  group by 1, 2
),
final as (
  select
    c.version_id, c.category_id, c.present, case when c.present = 1 then c.athlete_key end as athlete_key,
    case
      when c.present > 1 then null
      when c.present = 1 and c.registered = 1 then 'M2'
      when c.present = 1 then 'M16'
      when c.all_absent then 'M17'
      else 'M19'
    end as rule
  from counted as c
  left join elsewhere as e on e.version_id = c.version_id and e.category_id = c.category_id and e.athlete_key = c.athlete_key
  where c.present <> 1 or e.athlete_key is null
)
select * from final
