-- one row per bout whose board contradicts its decision (D3): what is compared first must be level, what decided must favour the winner;
-- a draw or random pick needs a level board (D4). A number that is not known contradicts nothing.
with
bouts as (select * from in_bout),
sheets as (select * from in_rule_sheet),
files as (select * from source_table),

boards as ( -- from the winner's side; in a draw from red's
  select
    version_id, file_row, decision, decision in ('random_pick', 'draw') as is_accident,
    case when winner = 'blue' then blue_points else red_points end as own_points,
    case when winner = 'blue' then red_points else blue_points end as other_points,
    case when winner = 'blue' then blue_advantages else red_advantages end as own_advantages,
    case when winner = 'blue' then red_advantages else blue_advantages end as other_advantages,
    case when winner = 'blue' then blue_penalties else red_penalties end as own_penalties,
    case when winner = 'blue' then red_penalties else blue_penalties end as other_penalties
  from bouts
  where (winner is not null and decision in ('points', 'advantages', 'penalties', 'referee_decision', 'random_pick')) or decision = 'draw'
),
steps as ( -- a referee decides when everything compared is level
  select
    b.*, s.points_step, s.advantages_step, s.penalties_step,
    case b.decision
      when 'points' then s.points_step when 'advantages' then s.advantages_step when 'penalties' then s.penalties_step
      when 'referee_decision' then 9
    end as step,
    b.is_accident and s.level_points as accident_points,
    b.is_accident and s.level_advantages as accident_advantages,
    b.is_accident and s.level_penalties as accident_penalties
  from boards as b
  join sheets as s on s.version_id = b.version_id
),
judged as (
  select
    *,
    case
      when own_points <> other_points and (points_step < step or accident_points) then 'the points are not level'
      when own_advantages <> other_advantages and (advantages_step < step or accident_advantages) then 'the advantages are not level'
      when own_penalties <> other_penalties and (penalties_step < step or accident_penalties) then 'the penalties are not level'
      when points_step = step and own_points <= other_points then 'the winner has no more points'
      when advantages_step = step and own_advantages <= other_advantages then 'the winner has no more advantages'
      when penalties_step = step and own_penalties >= other_penalties then 'the winner has no fewer penalties'
    end as problem
  from steps
),
final as (
  select
    j.version_id, 'warning' as severity, 'score_against_decision' as code, f.bouts_file as file, j.file_row as "row",
    cast(null as varchar) as path, 'decision' as "column", j.decision as value, case when j.is_accident then 'D4' else 'D3' end as rule,
    concat('decided by ', replace(j.decision, '_', ' '), ', but ', j.problem, '; check decision, winner and board') as reason
  from judged as j
  join files as f on f.version_id = j.version_id
  where j.problem is not null
)
select * from final
