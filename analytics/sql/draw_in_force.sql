-- one row per academy of a draw that is in force in a version; `drawn` = how many academies were drawn
with
versions as (select * from in_version),
draws as (select * from draw),
spellings as (select * from version_academy),

final as (
  select
    v.version_id, d.award_id, d.draw_id, d.position, d.academy,
    -- two academies may have been merged since; in a standing by association nobody drew for the association
    case when s.shown is null then coalesce(s.academy_key, d.academy_key) end as academy_key,
    cast(count(*) over (partition by v.version_id, d.draw_id) as integer) as drawn
  from versions as v
  join draws as d
    on d.event_id = v.event_id and d.version_id <= v.version_id and (d.undone_version_id is null or d.undone_version_id > v.version_id)
  left join spellings as s on s.version_id = v.version_id and s.spelling = d.academy
)
select * from final
