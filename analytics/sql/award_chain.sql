-- one row per level of the tie-break chain of an award in a version (section T); levels over an age division, belt or weight nobody contests are left out
with
awards as (
  select v.version_id, a.award_id, a.chain as wanted from in_version as v join award as a on a.load_id = v.load_id
),
levels as (select * from in_chain_level),
covered as (select * from award_category),

ages as ( -- auto looks at the categories that give points; an unknown age division is none
  select version_id, award_id, count(distinct case when age_division <> 'unknown' then age_division end) as ages from covered where counted group by 1, 2
),
chosen as (
  select
    a.version_id, a.award_id,
    case
      when a.wanted <> 'auto' then a.wanted
      when coalesce(g.ages, 0) > 1 then 'auto:several_ages'
      else 'auto:one_age'
    end as wanted
  from awards as a left join ages as g on g.version_id = a.version_id and g.award_id = a.award_id
),
template as (
  select c.version_id, c.award_id, l.chain, l.step_no, l.level, l.kind, l.age_division, l.belt_rank
  from chosen as c join levels as l on l.version_id = c.version_id and l.wanted = c.wanted
),
contested as (select * from covered where breaks_ties),
top_belt as (select version_id, award_id, max(belt_rank) as belt_rank from contested group by 1, 2),
top_weight as (
  select c.version_id, c.award_id, c.belt_rank, max(c.weight_rank) as weight_rank
  from contested as c
  join top_belt as t on t.version_id = c.version_id and t.award_id = c.award_id and t.belt_rank = c.belt_rank
  group by 1, 2, 3
),
age_belt as (select version_id, award_id, age_division, max(belt_rank) as belt_rank from contested group by 1, 2, 3),
belts as (select distinct version_id, award_id, belt_rank from contested where belt_rank is not null),
weights as (select distinct version_id, award_id, weight_rank from contested where weight_rank is not null),

filled as (
  select
    t.version_id, t.award_id, t.chain, t.step_no, t.level, t.kind, t.age_division,
    cast(null as integer) as belt_rank, cast(null as double) as weight_rank
  from template as t where t.kind in ('gold', 'silver')
  union all
  select t.version_id, t.award_id, t.chain, t.step_no, t.level, t.kind, t.age_division, b.belt_rank, cast(null as double)
  from template as t
  left join top_belt as b on b.version_id = t.version_id and b.award_id = t.award_id
  where t.kind = 'top_belt'
  union all
  select t.version_id, t.award_id, t.chain, t.step_no, t.level, t.kind, t.age_division, w.belt_rank, w.weight_rank
  from template as t
  left join top_weight as w on w.version_id = t.version_id and w.award_id = t.award_id
  where t.kind = 'top_weight'
  union all
  select t.version_id, t.award_id, t.chain, t.step_no, t.level, t.kind, t.age_division, t.belt_rank, cast(null as double)
  from template as t
  join age_belt as b on b.version_id = t.version_id and b.award_id = t.award_id and b.age_division = t.age_division
  where t.kind = 'black_age'
  union all
  select t.version_id, t.award_id, t.chain, t.step_no, t.level, t.kind, t.age_division, b.belt_rank, cast(null as double)
  from template as t
  join age_belt as b on b.version_id = t.version_id and b.award_id = t.award_id and b.age_division = t.age_division
  where t.kind = 'top_belt_age'
  union all
  select t.version_id, t.award_id, t.chain, t.step_no, t.level, t.kind, t.age_division, b.belt_rank, cast(null as double)
  from template as t
  join belts as b on b.version_id = t.version_id and b.award_id = t.award_id
  where t.kind = 'belt'
  union all
  select t.version_id, t.award_id, t.chain, t.step_no, t.level, t.kind, t.age_division, cast(null as integer), w.weight_rank
  from template as t
  join weights as w on w.version_id = t.version_id and w.award_id = t.award_id
  where t.kind = 'weight'
),
final as ( -- T3 compares belts, then weight classes, from the top down
  select
    version_id, award_id, chain,
    cast(row_number() over (partition by version_id, award_id order by step_no, belt_rank desc, weight_rank desc) as integer) as level_no,
    level, kind, age_division, belt_rank, weight_rank
  from filled
)
select * from final
