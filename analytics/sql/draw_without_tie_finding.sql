-- one row per recorded draw that separates nobody: its tie is dissolved, or an earlier draw of the same tie stands
with
draws as (select * from draw_in_force),
ordered as (select * from standing_order),

listed as (
  select version_id, award_id, draw_id, min(case when position = 1 then academy end) as first_drawn, cast(count(*) as integer) as drawn
  from draws
  group by 1, 2, 3
),
used as (select distinct version_id, draw_id from ordered where draw_id is not null),
final as (
  select
    l.version_id, 'warning' as severity, 'draw_without_tie' as code, concat('draw ', cast(l.draw_id as varchar)) as file,
    cast(null as integer) as "row", cast(null as varchar) as path, cast(null as varchar) as "column", l.award_id as value,
    'T' as rule,
    concat(
      'the draw among ', cast(l.drawn as varchar), ' academies that ', l.first_drawn, ' won has no effect in award ', l.award_id,
      ': they are not tied now, or an earlier draw stands'
    ) as reason
  from listed as l
  left join used as u on u.version_id = l.version_id and u.draw_id = l.draw_id
  where u.draw_id is null
)
select * from final
