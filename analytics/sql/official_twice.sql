-- one row per athlete whom an official list names at two places of a category, or at one under two academies: nothing says which holds (M20)
with
official as (select * from in_official where place is not null and source = 'official'),
spellings as (select * from version_academy),

final as (
  select o.version_id, o.category_id, o.athlete_key
  from official as o
  left join spellings as s on s.version_id = o.version_id and s.spelling = o.academy
  group by 1, 2, 3
  having min(o.place) <> max(o.place) or min(s.academy_key) <> max(s.academy_key)
)
select * from final
