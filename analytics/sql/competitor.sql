-- one row per athlete of a category who appears in its bouts: what he fought and lost; rounds as ranks, the final 1;
-- `rounds_again`: 0, or rounds of a bracket that he fought in more than once (M1), by number: 1 final, 2 semifinal, 4 quarterfinal …
with
-- the view twice: to write down all bouts once would cost more
sides as (
  select
    version_id, category_id, bout, round, decision, red_key as athlete_key, blue_key as other_key, winner, 'blue' as other, red_dq as dq,
    blue_dq as other_dq
  from in_bout where red_key is not null
  union all
  select
    version_id, category_id, bout, round, decision, blue_key as athlete_key, red_key as other_key, winner, 'red' as other, blue_dq as dq,
    red_dq as other_dq
  from in_bout where blue_key is not null
),
ranked as (
  select
    version_id, category_id, bout, athlete_key, dq,
    coalesce(decision, '') <> 'bye' and (coalesce(winner, '') = other or (winner is null and dq is not null)) as lost,
    case round
      when 'final' then 1 when 'semifinal' then 2 when 'quarterfinal' then 3 when 'round-of-16' then 4 when 'round-of-32' then 5
      when 'round-of-64' then 6 when 'round-of-128' then 7 when 'round-of-256' then 8
    end as round_rank,
    -- summed over an athlete's bouts this is more than what is set in any of them where one comes again
    case round
      when 'final' then 1 when 'semifinal' then 2 when 'quarterfinal' then 4 when 'round-of-16' then 8 when 'round-of-32' then 16
      when 'round-of-64' then 32 when 'round-of-128' then 64 when 'round-of-256' then 128 when 'new-final' then 256
      when 'special-semifinal' then 512 else 0
    end as round_bit,
    -- both stood on the mat (M17): in a close-out too
    case
      when other_key is null or coalesce(decision, '') in ('bye', 'walkover') then 0
      when coalesce(dq, '') in ('no_show', 'weigh_in', 'uniform') or coalesce(other_dq, '') in ('no_show', 'weigh_in', 'uniform') then 0
      else 1
    end as took_place
  from sides
),
final as (
  select
    version_id, category_id, athlete_key,
    cast(sum(took_place) as integer) as fought,
    cast(sum(case when lost then 1 else 0 end) as integer) as losses,
    cast(min(round_rank) as integer) as last_rank,
    cast(max(case when lost then round_rank end) as integer) as lost_rank,
    max(bout) as last_bout,
    min(case when lost then bout end) as lost_bout,
    max(case when dq = 'disciplinary' then 1 else 0 end) = 1 as disciplinary,
    cast(sum(took_place * round_bit) - bit_or(took_place * round_bit) as integer) as rounds_again
  from ranked
  group by 1, 2, 3
)
select * from final
