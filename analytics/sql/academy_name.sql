-- one row per academy of a version: its most frequent spelling in the event, over entries, bout sides and official places
with
written as (select * from academy_written),
spellings as (select * from version_academy),

counted as (
  select w.version_id, s.academy_key, w.academy, s.shown, w.times
  from written as w join spellings as s on s.version_id = w.version_id and s.spelling = w.academy
),
ordered as ( -- equally frequent: the first by code point
  select
    version_id, academy_key, academy, times, max(shown) over (partition by version_id, academy_key) as shown,
    row_number() over (partition by version_id, academy_key order by times desc, academy) as choice
  from counted
),
final as (select version_id, academy_key, coalesce(shown, academy) as academy, times from ordered where choice = 1)
select * from final
