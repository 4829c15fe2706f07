-- one row per athlete of a category who appears in its bouts: what he fought and lost; rounds as ranks, the final 1;
-- `rounds_again`: 0, or rounds of a bracket that he fought in more than once (M1), by number: 1 final, 2 semifinal, 4 quarterfinal …
with
bouts as (select * from in_bout),

ranked as (
  select
    version_id, category_id, bout, red_key, blue_key, winner, red_dq, blue_dq,
    coalesce(decision, '') = 'bye' as is_bye,
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
      when red_key is null or blue_key is null or coalesce(decision, '') in ('bye', 'walkover') then 0
      when coalesce(red_dq, '') in ('no_show', 'weigh_in', 'uniform') or coalesce(blue_dq, '') in ('no_show', 'weigh_in', 'uniform') then 0
      else 1
    end as took_place
  from bouts
),
sides as (
  select
    version_id, category_id, bout, red_key as athlete_key, round_rank, took_place * round_bit as round_bit, took_place, red_dq as dq,
    not is_bye and (coalesce(winner, '') = 'blue' or (winner is null and red_dq is not null)) as lost
  from ranked where red_key is not null
  union all
  select
    version_id, category_id, bout, blue_key as athlete_key, round_rank, took_place * round_bit as round_bit, took_place, blue_dq as dq,
    not is_bye and (coalesce(winner, '') = 'red' or (winner is null and blue_dq is not null)) as lost
  from ranked where blue_key is not null
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
    cast(sum(round_bit) - bit_or(round_bit) as integer) as rounds_again
  from sides
  group by 1, 2, 3
)
select * from final
