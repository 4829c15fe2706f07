-- one row per category with bouts: what its bout list looks like, and whether set-based SQL may read it (`plain`)
with
versions as (select * from in_version),
bouts as (select * from in_bout),
fighters as (select * from competitor),

read as (
  select
    version_id, category_id, round, coalesce(decision, '') as decision,
    coalesce(decision, '') = 'bye' as is_bye,
    -- contradictory, or without a winner
    winner is null or red_key is null or blue_key is null or red_key = blue_key or coalesce(decision, '') = 'draw'
      or (winner = 'red' and red_dq is not null) or (winner = 'blue' and blue_dq is not null) as odd,
    case when winner = 'red' then coalesce(blue_dq, '') else coalesce(red_dq, '') end as loser_dq,
    red_key is not null and blue_key is not null and coalesce(decision, '') not in ('bye', 'walkover', 'close_out')
      and coalesce(red_dq, '') not in ('no_show', 'weigh_in', 'uniform') and coalesce(blue_dq, '') not in ('no_show', 'weigh_in', 'uniform')
      as took_place
  from bouts
),
counted as (
  select
    version_id, category_id,
    cast(sum(case when is_bye then 0 else 1 end) as integer) as bouts,
    cast(sum(case when not is_bye and round is null then 1 else 0 end) as integer) as blank,
    cast(sum(case when not is_bye and round = 'final' then 1 else 0 end) as integer) as finals,
    cast(sum(case when not is_bye and round = 'semifinal' then 1 else 0 end) as integer) as semifinals,
    max(case when not is_bye and odd then 1 else 0 end) = 1 as has_odd,
    -- a final or semifinal lost otherwise than by a defeat or by absence (M17)
    max(case
      when is_bye or coalesce(round, 'final') not in ('final', 'semifinal') then 0
      when decision = 'disqualification' and loser_dq = 'technical' then 0
      when decision = 'walkover' and loser_dq in ('', 'no_show') then 0
      when decision not in ('disqualification', 'walkover') and loser_dq = '' then 0
      else 1
    end) = 1 as has_rare_end,
    max(case
      when is_bye or round is null or round in (
        'final', 'semifinal', 'quarterfinal', 'round-of-16', 'round-of-32', 'round-of-64', 'round-of-128', 'round-of-256'
      ) then 0
      else 1
    end) = 1 as has_other_round,
    max(case when took_place then 1 else 0 end) = 1 as contested
  from read
  group by 1, 2
),
athletes as (
  select
    version_id, category_id,
    cast(count(*) as integer) as athletes,
    max(case when losses > 1 then 1 else 0 end) = 1 as lost_twice,
    max(case when losses > 0 and lost_rank > last_rank then 1 else 0 end) = 1 as after_losing_by_round,
    max(case when losses > 0 and last_bout > lost_bout then 1 else 0 end) = 1 as after_losing_by_number
  from fighters
  group by 1, 2
),
final as (
  select
    c.version_id, c.category_id, a.athletes, c.bouts, c.blank > 0 as blank, c.contested,
    v.computes and not v.all_in_python and not c.has_odd and not c.has_rare_end and not c.has_other_round
    and case
      when c.blank > 0 and c.blank < c.bouts then false
      when a.athletes = 2 then c.bouts = 1 and c.blank + c.finals = 1
      when a.athletes = 3
        then v.three_second_chance and c.bouts = 3 and (c.blank = 3 or (c.finals = 1 and c.semifinals = 2))
      when a.lost_twice then false
      when c.blank > 0 then c.bouts = a.athletes - 1 and not a.after_losing_by_number
      else c.finals = 1 and c.semifinals = 2 and not a.after_losing_by_round
    end as plain
  from counted as c
  join athletes as a on a.version_id = c.version_id and a.category_id = c.category_id
  join versions as v on v.version_id = c.version_id
)
select * from final
