-- one row per standing whose positions do not count 1, 2, 3 …, whose ranks are wrong (1, 2, 2, 4), or where fewer points stand above more
with
rows_in_order as (
  select
    version_id, award_id, position, rank, points,
    row_number() over (partition by version_id, award_id order by position) as expected,
    lag(points) over (partition by version_id, award_id order by position) as points_above,
    lag(rank) over (partition by version_id, award_id order by position) as rank_above
  from standing
),
final as (
  select version_id, award_id, min(position) as position
  from rows_in_order
  where position <> expected or points > points_above or (rank <> position and rank is distinct from rank_above)
  group by 1, 2
)
select 'standing ' || award_id || ' of version ' || version_id as place, 'position ' || position || ' is out of order' as detail from final
