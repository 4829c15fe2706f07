-- one row per category that an award of a version covers; `counted` = its places give points, `breaks_ties` = its medals break ties (A6)
with
awards as (
  select v.version_id, v.tiebreak_counts, a.* from in_version as v join award as a on a.load_id = v.load_id
),
categories as (select * from in_category),
results as (select * from category_result),
held as (select distinct version_id, category_id from place), -- a category without a place counts nowhere

-- an empty list covers everything; lists are compared as text or unnested, which runs the same on Spark
listed_gender as (select version_id, award_id, unnest(genders) as gender from awards),
listed_age as (select version_id, award_id, unnest(ages) as age_division from awards),
listed_belt as (select version_id, award_id, unnest(belts) as belt from awards),
covered as (
  select
    a.version_id, a.award_id, a.tiebreak_counts, c.category_id, c.gender, c.age_division, c.belt, c.weight_class,
    c.belt_rank, case when c.is_open then null else c.weight_rank end as weight_rank
  from awards as a
  join categories as c on c.version_id = a.version_id
  left join listed_gender as g on g.version_id = a.version_id and g.award_id = a.award_id and g.gender = c.gender
  left join listed_age as d on d.version_id = a.version_id and d.award_id = a.award_id and d.age_division = c.age_division
  -- a combined belt, joined low to high, belongs by its highest (B7)
  left join listed_belt as b on b.version_id = a.version_id and b.award_id = a.award_id and b.belt = split_part(c.belt, '+', -1)
  where (g.gender is not null or array_to_string(a.genders, ',') = '')
    and (d.age_division is not null or array_to_string(a.ages, ',') = '')
    and (b.belt is not null or array_to_string(a.belts, ',') = '')
),
final as (
  select
    c.version_id, c.award_id, c.category_id, c.gender, c.age_division, c.belt, c.weight_class, c.belt_rank, c.weight_rank,
    h.category_id is not null and r.counted as counted,
    h.category_id is not null and (r.counted or c.tiebreak_counts = 'all') as breaks_ties,
    case
      when r.state in ('open', 'needs_ruling') then 'A7'
      when not r.counted then r.not_counted_rule
    end as not_counted_rule
  from covered as c
  join results as r on r.version_id = c.version_id and r.category_id = c.category_id
  left join held as h on h.version_id = c.version_id and h.category_id = c.category_id
)
select * from final
