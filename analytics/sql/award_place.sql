-- one row per place and award it belongs to, with the points it gives (A1) and the rule that gave or took them (A1, A1b, A3, A4 …)
with
versions as (select version_id, points_first, points_second, points_third from in_version),
covered as (select * from award_category),
places as (select version_id, category_id, place, athlete, athlete_key, academy, academy_key, source from place),

listed_twice as ( -- A1b: an official list may hold two golds or two silvers
  select version_id, category_id, place
  from places
  where place in (1, 2) and source in ('official', 'ruling')
  group by 1, 2, 3
  having count(*) > 1
),
worth as (
  select
    p.version_id, p.category_id, p.place, p.athlete, p.athlete_key, p.academy, p.academy_key, t.place is not null as listed_twice,
    cast(case p.place when 1 then v.points_first when 2 then v.points_second else v.points_third end as integer) as points
  from places as p
  join versions as v on v.version_id = p.version_id
  left join listed_twice as t on t.version_id = p.version_id and t.category_id = p.category_id and t.place = p.place
),
final as (
  select
    c.version_id, c.award_id, c.category_id, p.place, p.athlete, p.athlete_key, p.academy, p.academy_key, c.counted, c.breaks_ties,
    c.age_division, c.belt_rank, c.weight_rank,
    case when c.counted then p.points else 0 end as points,
    case
      when not c.counted then c.not_counted_rule
      when p.listed_twice then 'A1b'
      else 'A1'
    end as rule
  from worth as p
  join covered as c on c.version_id = p.version_id and c.category_id = p.category_id
)
select * from final
