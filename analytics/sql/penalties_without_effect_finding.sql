-- one row per side whose penalties gave the opponent points or advantages that his board does not show (P1-P4)
with
sides as (select * from penalised_side),
files as (select * from source_table),

final as (
  select
    s.version_id, 'warning' as severity, 'penalties_without_effect' as code, f.bouts_file as file, s.file_row as "row",
    cast(null as varchar) as path, concat(s.side, '_penalties') as "column", cast(s.penalties as varchar) as value, s.rule as rule,
    concat(
      'so many penalties give the opponent at least ', cast(s.given_points as varchar), ' points and ', cast(s.given_advantages as varchar),
      ' advantages; he has fewer'
    ) as reason
  from sides as s
  join files as f on f.version_id = s.version_id
  where s.penalties <= s.last_step and (s.other_points < s.given_points or s.other_advantages < s.given_advantages)
)
select * from final
