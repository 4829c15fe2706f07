-- one row per spelling of an academy in a version, with how often it stands in entries, bout sides and official places
with
entries as (select v.version_id, e.academy from in_version as v join entry as e on e.load_id = v.load_id),
official as (select version_id, academy from in_official),

written as (
  select version_id, academy, count(*) as times from entries group by 1, 2
  union all
  select version_id, red_academy as academy, count(*) as times from in_bout group by 1, 2
  union all
  select version_id, blue_academy as academy, count(*) as times from in_bout group by 1, 2
  union all
  select version_id, academy, count(*) as times from official group by 1, 2
),
final as (
  select version_id, academy, cast(sum(times) as bigint) as times from written where academy is not null group by 1, 2
)
select * from final
