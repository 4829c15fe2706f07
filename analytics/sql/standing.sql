-- one row per academy with points in an award of a version: rank 1, 2, 2, 4 and the level that separates it from the next row
with
ordered as (select * from standing_order),
names as (select * from academy_name),
levels as (select * from award_level),
chain as (select * from award_chain),

named as (select o.*, n.academy from ordered as o join names as n on n.version_id = o.version_id and n.academy_key = o.academy_key),
rows_in_order as (
  select
    *,
    cast(row_number() over (
      partition by version_id, award_id order by points desc, chain_key, coalesce(draw_position, 0), academy, academy_key
    ) as integer) as position
  from named
),
neighbours as (
  select
    *,
    case
      when next_key is null then null
      when next_points <> points then 'points'
      when next_chain_key = chain_key then 'draw'
      else 'chain'
    end as separated_by
  from (
    select
      *,
      lead(academy_key) over (partition by version_id, award_id order by position) as next_key,
      lead(points) over (partition by version_id, award_id order by position) as next_points,
      lead(chain_key) over (partition by version_id, award_id order by position) as next_chain_key,
      lead(draw_position) over (partition by version_id, award_id order by position) as next_draw_position
    from rows_in_order
  ) as with_next
),
compared as (
  select n.version_id, n.award_id, n.academy_key, l.level_no, l.value as own, 0 as next
  from neighbours as n
  join levels as l on l.version_id = n.version_id and l.award_id = n.award_id and l.academy_key = n.academy_key
  where n.separated_by = 'chain'
  union all
  select n.version_id, n.award_id, n.academy_key, l.level_no, 0 as own, l.value as next
  from neighbours as n
  join levels as l on l.version_id = n.version_id and l.award_id = n.award_id and l.academy_key = n.next_key
  where n.separated_by = 'chain'
),
differing as (
  select
    version_id, award_id, academy_key, level_no, cast(sum(own) as integer) as own, cast(sum(next) as integer) as next
  from compared
  group by 1, 2, 3, 4
  having sum(own) <> sum(next)
),
deciding as (
  select *, row_number() over (partition by version_id, award_id, academy_key order by level_no) as choice from differing
),
final as (
  select
    n.version_id, n.award_id,
    cast(
      case when n.draw_id is null then n.shared_rank
      else n.shared_rank - 1 + row_number() over (partition by n.version_id, n.award_id, n.shared_rank order by n.position) end as integer
    ) as rank,
    n.position, n.academy_key, n.academy, n.points, n.gold, n.silver, n.bronze,
    n.sharing > 1 and n.draw_id is null as draw_required,
    n.draw_id,
    case when n.separated_by = 'chain' then c.level else n.separated_by end as reason_level,
    cast(case n.separated_by when 'points' then n.points when 'draw' then n.draw_position else d.own end as integer) as reason_own,
    cast(case n.separated_by when 'points' then n.next_points when 'draw' then n.next_draw_position else d.next end as integer) as reason_next
  from neighbours as n
  left join deciding as d
    on d.version_id = n.version_id and d.award_id = n.award_id and d.academy_key = n.academy_key and d.choice = 1
  left join chain as c on c.version_id = n.version_id and c.award_id = n.award_id and c.level_no = d.level_no
)
select * from final
