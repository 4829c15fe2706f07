-- one row per academy of a draw that is in force in a version; `drawn` = how many academies were drawn
with
versions as (select * from in_version),
draws as (select * from draw),
spellings as (select * from academy_spelling),

final as (
  select
    v.version_id, d.award_id, d.draw_id, d.position, coalesce(s.academy_key, d.academy_key) as academy_key, d.academy,
    cast(count(*) over (partition by v.version_id, d.draw_id) as integer) as drawn
  from versions as v
  join draws as d
    on d.event_id = v.event_id and d.version_id <= v.version_id and (d.undone_version_id is null or d.undone_version_id > v.version_id)
  left join spellings as s on s.spelling = d.academy -- two academies may have been merged since
)
select * from final
