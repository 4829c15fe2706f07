-- one row per academy of a version: its most frequent spelling in the event, over entries, bout sides and official places
with
entries as (select version_id, academy from in_entry where not derived),
bouts as (select version_id, red_academy, blue_academy from in_bout),
official as (select version_id, academy from in_official),
spellings as (select * from academy_spelling),

written as (
  select version_id, academy, count(*) as times from entries group by 1, 2
  union all
  select version_id, red_academy as academy, count(*) as times from bouts group by 1, 2
  union all
  select version_id, blue_academy as academy, count(*) as times from bouts group by 1, 2
  union all
  select version_id, academy, count(*) as times from official group by 1, 2
),
counted as (
  select w.version_id, s.academy_key, w.academy, cast(sum(w.times) as bigint) as times
  from written as w join spellings as s on s.spelling = w.academy
  group by 1, 2, 3
),
ordered as ( -- equally frequent: the first by code point
  select *, row_number() over (partition by version_id, academy_key order by times desc, academy) as choice from counted
),
final as (select version_id, academy_key, academy, times from ordered where choice = 1)
select * from final
