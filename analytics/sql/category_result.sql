-- one row per category of a version: its state, where its places come from, and whether they give points (A3, A4, A7, A8)
with
versions as (select * from in_version),
categories as (select * from in_category),
official as (select version_id, category_id, min(source) as source from in_official group by 1, 2),
corrected as (select distinct version_id, category_id, state, rule, reason from rare_outcome where basis = 'official'),
results as (select * from bout_result),
shapes as (select * from category_shape),
again as (select * from entered_again),
listed_places as (
  select v.version_id, o.category_id, o.athlete_key, s.academy_key
  from versions as v
  join official_place as o on o.load_id = v.load_id
  left join version_academy as s on s.version_id = v.version_id and s.spelling = o.academy
),
holders as ( -- whom the bouts or the entries place is among the entries
  select version_id, category_id, athlete_key, academy_key from place where source in ('official', 'ruling')
),

-- who holds a place was registered, listed among the entries or not (A8)
unlisted as (
  select p.version_id, p.category_id, p.athlete_key, p.academy_key
  from (select * from listed_places union select * from holders) as p
  where not exists (
    select 1 from in_entry as e
    where e.version_id = p.version_id and e.category_id = p.category_id and e.athlete_key = p.athlete_key
  )
),
taking_part as (
  select
    version_id, category_id, count(*) as athletes, max(case when derived then 1 else 0 end) as derived, count(*) as sides,
    count(academy_key) as known, min(academy_key) as first_academy, max(academy_key) as last_academy
  from in_entry
  group by 1, 2
  union all
  select version_id, category_id, 1 - times as athletes, 0 as derived, 0 as sides, 0 as known, null as first_academy, null as last_academy
  from again
  union all
  select
    version_id, category_id, count(distinct athlete_key) as athletes, 1 as derived, count(*) as sides,
    count(academy_key) as known, min(academy_key) as first_academy, max(academy_key) as last_academy
  from unlisted
  group by 1, 2
),
entered as (
  select
    version_id, category_id, cast(sum(athletes) as integer) as athletes, max(derived) = 1 as derived,
    -- an unknown academy is never equal to another
    sum(known) = sum(sides) and min(first_academy) = max(last_academy) as one_academy
  from taking_part
  group by 1, 2
),
stated as (
  select
    c.version_id, c.category_id, c.counts, v.computes, v.one_registered_counts, v.one_academy_counts,
    case
      when not v.computes then 'no_places'
      when k.category_id is not null then k.state
      when o.category_id is not null then 'decided'
      else coalesce(r.state, 'no_places')
    end as state,
    case
      when not v.computes or k.state <> 'decided' then null
      when o.category_id is not null then o.source
      else r.source
    end as source,
    case
      when not v.computes then null
      when k.category_id is not null then k.rule
      when o.category_id is not null then 'M20'
      else r.rule
    end as rule,
    case
      when not v.computes then 'Its rule set is none: bouts for statistics only.'
      when k.category_id is not null then k.reason
      when o.category_id is not null then null
      when r.category_id is null then 'The source has neither places nor bouts for it.'
      else r.reason
    end as reason,
    coalesce(c.registered, e.athletes, 0) as registered,
    c.registered is null and coalesce(e.derived, true) as registered_derived,
    coalesce(e.one_academy, false) and coalesce(e.athletes, 0) >= coalesce(c.registered, 0) as one_academy,
    s.contested
  from categories as c
  join versions as v on v.version_id = c.version_id
  left join corrected as k on k.version_id = c.version_id and k.category_id = c.category_id
  left join official as o on o.version_id = c.version_id and o.category_id = c.category_id
  left join results as r on r.version_id = c.version_id and r.category_id = c.category_id
  left join shapes as s on s.version_id = c.version_id and s.category_id = c.category_id
  left join entered as e on e.version_id = c.version_id and e.category_id = c.category_id
),
ruled as (
  select
    *,
    case
      when not computes then null
      when state <> 'decided' then 'A7'
      when counts then null
      when not counts then 'categories.csv'
      when registered = 1 and not one_registered_counts then 'A3'
      when one_academy and registered > 1 and not one_academy_counts then 'A4'
    end as not_counted_rule
  from stated
),
final as (
  select
    version_id, category_id, state, source, rule, reason, registered, registered_derived,
    computes and not_counted_rule is null as counted, not_counted_rule, contested
  from ruled
)
select * from final
