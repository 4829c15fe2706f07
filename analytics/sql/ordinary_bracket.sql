-- one row per category that reads as an ordinary bracket (M1, M3, M4): its four top athletes; `*_absent` = lost by walkover (M17)
with
top as (select * from top_bout),
shapes as (select * from category_shape where plain),
entries as (select * from in_entry where not derived),
fighters as (select * from competitor),

top_four as (
  select
    version_id, category_id, athletes,
    cast(sum(case when is_final then 1 else 0 end) as integer) as finals,
    cast(sum(case when is_final then 0 else 1 end) as integer) as semifinals,
    max(case when is_final then winner_key end) as gold,
    max(case when is_final then loser_key end) as silver,
    max(case when is_final and walkover then 1 else 0 end) = 1 as silver_absent,
    min(case when not is_final then winner_key end) as first_winner,
    max(case when not is_final then winner_key end) as second_winner,
    min(case when not is_final then loser_key end) as first_loser,
    max(case when not is_final then loser_key end) as second_loser,
    max(case when walkover then 1 else 0 end) = 1 as has_walkover
  from top
  group by 1, 2, 3
),
-- Half a bracket ends in one bout too: without named rounds nobody may be left to fight. Beside a lone final one may (M5).
waiting as (
  select s.version_id, s.category_id
  from shapes as s
  join entries as e on e.version_id = s.version_id and e.category_id = s.category_id
  left join fighters as f on f.version_id = e.version_id and f.category_id = e.category_id and f.athlete_key = e.athlete_key
  where f.athlete_key is null and e.status in ('registered', 'technical', 'weigh_in') and (s.blank or s.athletes = 2)
  group by s.version_id, s.category_id, s.blank
  having s.blank or count(distinct e.athlete_key) > 1
),
final as (
  select
    t.version_id, t.category_id, t.athletes, t.gold, t.silver, t.silver_absent, t.has_walkover,
    case
      when t.athletes = 2 then null
      when t.athletes > 3 then t.first_loser
      -- three: the semifinal loser who is not in the final
      when t.first_loser in (t.gold, t.silver) then t.second_loser
      else t.first_loser
    end as first_third,
    case when t.athletes > 3 then t.second_loser end as second_third
  from top_four as t
  left join waiting as w on w.version_id = t.version_id and w.category_id = t.category_id
  where w.category_id is null and t.finals = 1 and t.gold <> t.silver
    and case
      when t.athletes = 2 then t.semifinals = 0
      when t.semifinals <> 2 then false
      when t.first_winner <> least(t.gold, t.silver) or t.second_winner <> greatest(t.gold, t.silver) then false
      when t.athletes = 3
        then not t.has_walkover
          and (t.first_loser = t.second_loser and t.first_loser not in (t.gold, t.silver)
            or (case when t.first_loser in (t.gold, t.silver) then 1 else 0 end
              + case when t.second_loser in (t.gold, t.silver) then 1 else 0 end) = 1)
      else t.first_loser <> t.second_loser and t.first_loser not in (t.gold, t.silver) and t.second_loser not in (t.gold, t.silver)
    end
)
select * from final
