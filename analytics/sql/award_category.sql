-- one row per category that an award of a version covers; `counted` = its places give points, `breaks_ties` = its medals break ties (A6)
with
versions as (select version_id, tiebreak_counts from in_version),
categories as (select * from in_category),
results as (select * from category_result),
held as (select distinct version_id, category_id from place), -- a category without a place counts nowhere
divisions as (select * from award_division),

limits as ( -- B8: an event that names every class by its limit compares limits, over genders, ages and charts
  select version_id from categories where weight_rank is not null
  group by 1 having min(case when weight_class like '+%' or weight_class like '-%' then 1 else 0 end) = 1
),
valued as (
  select
    c.version_id, c.category_id, c.gender, c.age_division, c.belt, c.belt_rank,
    case
      when c.is_open then null
      when l.version_id is null or c.weight_rank is null then c.weight_rank
      when c.weight_class like '+%' then cast(split_part(replace(c.weight_class, '+', ''), ' ', 1) as double) + 0.00001
      else cast(split_part(replace(c.weight_class, '-', ''), ' ', 1) as double)
    end as weight_rank,
    h.category_id is not null and r.counted as counted,
    h.category_id is not null and (r.counted or v.tiebreak_counts = 'all') as breaks_ties,
    case
      when r.state in ('open', 'needs_ruling') then 'A7'
      when not r.counted then r.not_counted_rule
    end as not_counted_rule
  from categories as c
  join versions as v on v.version_id = c.version_id
  join results as r on r.version_id = c.version_id and r.category_id = c.category_id
  left join limits as l on l.version_id = c.version_id
  left join held as h on h.version_id = c.version_id and h.category_id = c.category_id
),
final as (
  select
    d.version_id, d.award_id, c.category_id, c.age_division, c.belt_rank, c.weight_rank, c.counted, c.breaks_ties, c.not_counted_rule
  from valued as c
  join divisions as d
    on d.version_id = c.version_id and d.gender = c.gender and d.age_division = c.age_division and d.belt = c.belt
)
select * from final
