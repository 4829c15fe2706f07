-- one row per academy with points, award and tie-break level at which it has something; a level without a row is 0
with
totals as (select * from award_total where points > 0),
places as (select * from award_place where breaks_ties and place = 1 and academy_key is not null),
levels as (select * from award_chain),

champions as (
  select version_id, award_id, academy_key, age_division, belt_rank, weight_rank, count(*) as golds from places group by 1, 2, 3, 4, 5, 6
),
found as (
  select l.version_id, l.award_id, t.academy_key, l.level_no, case when l.kind = 'gold' then t.gold else t.silver end as golds
  from levels as l
  join totals as t on t.version_id = l.version_id and t.award_id = l.award_id
  where l.kind in ('gold', 'silver')
  union all
  select l.version_id, l.award_id, c.academy_key, l.level_no, c.golds
  from levels as l
  join champions as c on c.version_id = l.version_id and c.award_id = l.award_id and c.belt_rank = l.belt_rank
  where l.kind in ('top_belt', 'belt')
  union all
  select l.version_id, l.award_id, c.academy_key, l.level_no, c.golds
  from levels as l
  join champions as c
    on c.version_id = l.version_id and c.award_id = l.award_id and c.belt_rank = l.belt_rank and c.weight_rank = l.weight_rank
  where l.kind = 'top_weight'
  union all
  select l.version_id, l.award_id, c.academy_key, l.level_no, c.golds
  from levels as l
  join champions as c
    on c.version_id = l.version_id and c.award_id = l.award_id and c.age_division = l.age_division and c.belt_rank = l.belt_rank
  where l.kind in ('black_age', 'top_belt_age')
  union all
  select l.version_id, l.award_id, c.academy_key, l.level_no, c.golds
  from levels as l
  join champions as c on c.version_id = l.version_id and c.award_id = l.award_id and c.weight_rank = l.weight_rank
  where l.kind = 'weight'
),
final as (
  select f.version_id, f.award_id, f.academy_key, f.level_no, cast(sum(f.golds) as integer) as value
  from found as f
  join totals as t on t.version_id = f.version_id and t.award_id = f.award_id and t.academy_key = f.academy_key
  group by 1, 2, 3, 4
  having sum(f.golds) > 0
)
select * from final
