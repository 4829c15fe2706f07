-- one row per version: the files that its bouts and its entries came from, as findings name them
with
versions as (select * from in_version),
loads as (select * from source_load),
files as (select * from source_file),

named as (
  select
    load_id,
    min(case when lower(file) like '%bouts%' then file end) as bouts_file,
    min(case when lower(file) like '%entries%' then file end) as entries_file,
    min(case when lower(file) like '%placements%' then file end) as places_file
  from files
  group by 1
),
final as (
  select
    v.version_id,
    coalesce(n.bouts_file, l.source) as bouts_file,
    coalesce(n.entries_file, n.bouts_file, n.places_file, l.source) as entries_file
  from versions as v
  join loads as l on l.load_id = v.load_id
  left join named as n on n.load_id = v.load_id
)
select * from final
