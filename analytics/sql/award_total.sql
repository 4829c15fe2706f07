-- one row per academy and award of a version that has a medal there: its points (A1) and the medals that break ties (A6)
with
places as (select * from award_place where academy_key is not null),
final as (
  select
    version_id, award_id, academy_key,
    cast(sum(points) as integer) as points,
    cast(sum(case when breaks_ties and place = 1 then 1 else 0 end) as integer) as gold,
    cast(sum(case when breaks_ties and place = 2 then 1 else 0 end) as integer) as silver,
    cast(sum(case when breaks_ties and place = 3 then 1 else 0 end) as integer) as bronze
  from places
  group by 1, 2, 3
)
select * from final
