-- one row per holder of an official place whom a correction recorded since puts out, here or by another category (M18)
with
versions as (select * from in_version where computes),
official as (select * from in_official where place is not null),
corrections as (select * from in_correction where status not in ('registered', 'technical')),
categories as (select * from in_category),
fighters as (select * from competitor),

final as (
  select distinct o.version_id, o.category_id, o.athlete_key
  from official as o
  join versions as v on v.version_id = o.version_id
  join categories as k on k.version_id = o.version_id and k.category_id = o.category_id
  join corrections as c on c.version_id = o.version_id and c.athlete_key = o.athlete_key and c.since_version > o.since_version
  left join fighters as f on f.version_id = o.version_id and f.category_id = o.category_id and f.athlete_key = o.athlete_key
  where case
    when c.category_id <> o.category_id
      then c.status in ('disciplinary', 'doping') and v.disciplinary_strips_other_categories
        and c.athlete_key not like '%|' -- a name without academy may be two people
    when c.status in ('no_show', 'withdrawn') then coalesce(f.fought, 0) = 0
    when c.status = 'weigh_in' then k.weigh_in_matters
    else true
  end
)
select * from final
