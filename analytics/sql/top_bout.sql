-- one row per final and semifinal of a plain category; where rounds are blank, the last bout and the finalists' last wins before it
with
bouts as (select * from in_bout),
shapes as (select * from category_shape where plain),

read as (
  select
    b.version_id, b.category_id, b.bout, b.round,
    case when b.winner = 'red' then b.red_key else b.blue_key end as winner_key,
    case when b.winner = 'red' then b.blue_key else b.red_key end as loser_key,
    coalesce(b.decision, '') = 'walkover' as walkover, s.athletes, s.blank
  from bouts as b
  join shapes as s on s.version_id = b.version_id and s.category_id = b.category_id
  where coalesce(b.decision, '') <> 'bye' and (b.round is null or b.round in ('final', 'semifinal'))
),
last_bout as (select version_id, category_id, max(bout) as bout from read where blank group by 1, 2),
blank_final as (
  select r.*
  from read as r join last_bout as l on l.version_id = r.version_id and l.category_id = r.category_id and l.bout = r.bout
),
last_win as (
  select r.version_id, r.category_id, r.winner_key, max(r.bout) as bout
  from read as r
  join blank_final as f on f.version_id = r.version_id and f.category_id = r.category_id
  where r.blank and r.bout < f.bout and (r.winner_key = f.winner_key or r.winner_key = f.loser_key)
  group by 1, 2, 3
),
final as (
  select version_id, category_id, bout, round = 'final' as is_final, winner_key, loser_key, walkover, athletes
  from read where not blank
  union all
  select version_id, category_id, bout, true as is_final, winner_key, loser_key, walkover, athletes from blank_final
  union all
  select r.version_id, r.category_id, r.bout, false as is_final, r.winner_key, r.loser_key, r.walkover, r.athletes
  from read as r
  join last_win as w
    on w.version_id = r.version_id and w.category_id = r.category_id and w.bout = r.bout and w.winner_key = r.winner_key
)
select * from final
