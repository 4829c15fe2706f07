-- one row per place an ordinary bracket gives (M1, M3, M4), the absent apart who never fought (M17)
with
brackets as (select * from ordinary_bracket),
top as (select * from top_bout where walkover),
fighters as (select * from competitor),

listed as (
  select version_id, category_id, athletes, 1 as place, gold as athlete_key from brackets
  union all
  select version_id, category_id, athletes, 2 as place, silver as athlete_key from brackets
  union all
  select version_id, category_id, athletes, 3 as place, first_third as athlete_key from brackets where first_third is not null
  union all
  select version_id, category_id, athletes, 3 as place, second_third as athlete_key from brackets where second_third is not null
),
final as (
  select
    l.version_id, l.category_id, l.place, l.athlete_key, l.athletes,
    w.loser_key is not null and l.place > 1 as absent,
    coalesce(f.fought, 0) > 0 as fought,
    case
      when w.loser_key is not null and l.place > 1 then 'M17'
      when l.athletes = 2 then 'M3'
      when l.athletes = 3 then 'M4'
      else 'M1'
    end as rule,
    case
      when w.loser_key is null or l.place = 1 then null
      when l.place = 2 then 'absent from the final after having fought'
      else 'absent from the semifinal after having fought'
    end as note
  from listed as l
  left join top as w on w.version_id = l.version_id and w.category_id = l.category_id and w.loser_key = l.athlete_key
  left join fighters as f
    on w.loser_key is not null and f.version_id = l.version_id and f.category_id = l.category_id and f.athlete_key = l.athlete_key
)
select * from final
