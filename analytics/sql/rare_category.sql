-- one row per category for analytics/brackets: `basis` bouts = its places from bouts and entries, official = official places since corrected, or one athlete at two
with
versions as (select * from in_version where computes),
shapes as (select * from category_shape),
entries as (select * from in_entry where not derived),
results as (select * from ordinary_result),
alone as (select * from entry_only_result),
unsettled as (
  select version_id, category_id from official_struck
  union
  select version_id, category_id from official_twice
),

candidates as (
  select version_id, category_id from shapes
  union
  select e.version_id, e.category_id from entries as e join versions as v on v.version_id = e.version_id where v.has_entries
),
final as (
  select c.version_id, c.category_id, 'bouts' as basis
  from candidates as c
  join versions as v on v.version_id = c.version_id
  left join results as r on r.version_id = c.version_id and r.category_id = c.category_id
  left join alone as a on a.version_id = c.version_id and a.category_id = c.category_id
  where r.category_id is null and a.category_id is null
  union all
  select version_id, category_id, 'official' as basis from unsettled
)
select * from final
