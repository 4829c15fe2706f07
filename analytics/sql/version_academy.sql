-- one row per spelling of an academy that a version's facts, decisions or published lists hold: which academy it is there
with
versions as (select * from in_version),
written as (select version_id, academy from academy_written),
spellings as (select * from academy_spelling),
aliases as (select * from in_alias),

met as (
  select version_id, academy as spelling from written
  union
  select v.version_id, o.academy as spelling from versions as v join official_place as o on o.load_id = v.load_id -- a ruling may stand before it
  union
  select v.version_id, o.academy as spelling from versions as v join official_standing as o on o.load_id = v.load_id
  union
  select v.version_id, d.academy as spelling from versions as v join draw as d on d.event_id = v.event_id
),
final as (
  select
    m.version_id, m.spelling, coalesce(a.academy_key, s.academy_key) as academy_key, a.association, a.association_key, a.shown
  from met as m
  join spellings as s on s.spelling = m.spelling
  left join aliases as a on a.version_id = m.version_id and a.alias_key = s.academy_key
)
select * from final
