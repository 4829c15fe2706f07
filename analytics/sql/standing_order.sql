-- one row per academy with points in an award of a version: its rank by points and chain, how many share it, and the draw that separates them
with
totals as (select * from award_total where points > 0),
levels as (select * from award_level),
draws as (select * from draw_in_force),

-- The chain as one text that sorts as the levels do: an earlier level first, a larger value first, and '~' (after every digit) where
-- nothing is left. No number of levels is too many for it.
chain_key as (
  select
    version_id, award_id, academy_key,
    array_to_string(
      list_sort(list(concat(lpad(cast(level_no as varchar), 4, '0'), lpad(cast(999999 - value as varchar), 6, '0')))), ''
    ) as levels
  from levels
  group by 1, 2, 3
),
keyed as (
  select t.*, concat(coalesce(k.levels, ''), '~') as chain_key
  from totals as t
  left join chain_key as k on k.version_id = t.version_id and k.award_id = t.award_id and k.academy_key = t.academy_key
),
ranked as (
  select
    *,
    cast(rank() over (partition by version_id, award_id order by points desc, chain_key) as integer) as shared_rank,
    cast(count(*) over (partition by version_id, award_id, points, chain_key) as integer) as sharing
  from keyed
),
-- A draw breaks exactly the tie it was drawn for: the same academies, all of them; the first one recorded stands.
settled as (
  select version_id, award_id, shared_rank, min(draw_id) as draw_id
  from (
    select r.version_id, r.award_id, r.shared_rank, d.draw_id
    from ranked as r
    join draws as d on d.version_id = r.version_id and d.award_id = r.award_id and d.academy_key = r.academy_key
    where r.sharing > 1 and d.drawn = r.sharing
    group by r.version_id, r.award_id, r.shared_rank, d.draw_id, r.sharing
    having count(distinct r.academy_key) = r.sharing
  ) as same_academies
  group by 1, 2, 3
),
final as (
  select
    r.version_id, r.award_id, r.academy_key, r.points, r.gold, r.silver, r.bronze, r.chain_key, r.shared_rank, r.sharing,
    s.draw_id, d.position as draw_position
  from ranked as r
  left join settled as s on s.version_id = r.version_id and s.award_id = r.award_id and s.shared_rank = r.shared_rank
  left join draws as d on d.version_id = r.version_id and d.draw_id = s.draw_id and d.academy_key = r.academy_key
)
select * from final
