-- one row per side of a bout with penalties and a known ladder (P1-P4): what they had to bring by then, and the opponent's board
with
bouts as (select * from in_bout),
categories as (select * from checked_category),
ladders as (select * from in_rule_ladder),
longest as (select cast(max(penalties) as integer) as penalties from ladders),

sides as (
  select
    version_id, category_id, file_row, 'red' as side, red_penalties as penalties, blue_points as other_points,
    blue_advantages as other_advantages, decision, winner
  from bouts where red_penalties > 0
  union all
  select
    version_id, category_id, file_row, 'blue' as side, blue_penalties as penalties, red_points as other_points,
    red_advantages as other_advantages, decision, winner
  from bouts where blue_penalties > 0
),
final as (
  select
    s.version_id, s.category_id, s.file_row, s.side, s.penalties, s.other_points, s.other_advantages, s.decision, s.winner,
    l.rule, l.last_step, l.given_points, l.given_advantages
  from sides as s
  join categories as c on c.version_id = s.version_id and c.category_id = s.category_id
  cross join longest as m
  join ladders as l on l.sheet = c.sheet and l.age_division = c.age_division
   and l.penalties = case when s.penalties > m.penalties then m.penalties else s.penalties end
)
select * from final
