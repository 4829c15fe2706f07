-- one row per award of a version and gender, age division and belt that it covers; an empty list of an award covers everything
with
awards as (
  select v.version_id, a.award_id, a.genders, a.ages, a.belts from in_version as v join award as a on a.load_id = v.load_id
),
divisions as (select distinct version_id, gender, age_division, belt from in_category),

-- lists are unnested or compared as text, which runs the same on Spark
listed_gender as (select version_id, award_id, unnest(genders) as gender from awards),
listed_age as (select version_id, award_id, unnest(ages) as age_division from awards),
listed_belt as (select version_id, award_id, unnest(belts) as belt from awards),
final as (
  select a.version_id, a.award_id, d.gender, d.age_division, d.belt
  from awards as a
  join divisions as d on d.version_id = a.version_id
  left join listed_gender as g on g.version_id = a.version_id and g.award_id = a.award_id and g.gender = d.gender
  left join listed_age as l on l.version_id = a.version_id and l.award_id = a.award_id and l.age_division = d.age_division
  -- a combined belt, joined low to high, belongs by its highest (B7)
  left join listed_belt as b on b.version_id = a.version_id and b.award_id = a.award_id and b.belt = split_part(d.belt, '+', -1)
  where (g.gender is not null or array_to_string(a.genders, ',') = '')
    and (l.age_division is not null or array_to_string(a.ages, ',') = '')
    and (b.belt is not null or array_to_string(a.belts, ',') = '')
)
select * from final
