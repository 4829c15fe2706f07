-- one row per athlete entered more than once in a category, with how often: who counts entries need not count athletes
with
entries as (select version_id, category_id, athlete_key from in_entry),

final as (
  select version_id, category_id, athlete_key, cast(count(*) as integer) as times from entries group by 1, 2, 3 having count(*) > 1
)
select * from final
