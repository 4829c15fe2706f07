-- one row per side with more penalties than the ladder has, or with its last one in a bout that did not end by that (P1-P4)
with
sides as (select * from penalised_side),
files as (select * from source_table),

judged as (
  select
    *,
    case
      when penalties > last_step then concat('the ladder ends at ', cast(last_step as varchar))
      when penalties = last_step and decision <> 'disqualification' then concat('penalty ', cast(last_step as varchar), ' disqualifies')
      when penalties = last_step and winner = side then concat('penalty ', cast(last_step as varchar), ' disqualifies, and this side won')
    end as problem
  from sides
),
final as (
  select
    j.version_id, 'warning' as severity, 'penalties_against_ladder' as code, f.bouts_file as file, j.file_row as "row",
    cast(null as varchar) as path, concat(j.side, '_penalties') as "column", cast(j.penalties as varchar) as value, j.rule as rule,
    concat(j.problem, '; check penalties and decision') as reason
  from judged as j
  join files as f on f.version_id = j.version_id
  where j.problem is not null
)
select * from final
