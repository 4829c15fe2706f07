-- one row per athlete with an identifier who stands under two academies in one event; without one, two academies are two athletes
with
sheets as (select * from in_rule_sheet),
spellings as (select * from version_academy),
files as (select * from source_table),

-- each is read where it lies, twice: three million rows written down once would cost more
standing_under as (
  select version_id, athlete_key, academy from in_entry where athlete_id is not null and academy is not null and not derived
  union all
  select version_id, red_key as athlete_key, red_academy as academy from in_bout where red_athlete_id is not null and red_academy is not null
  union all
  select version_id, blue_key as athlete_key, blue_academy as academy from in_bout where blue_athlete_id is not null and blue_academy is not null
),
doubtful as ( -- perhaps only spelled in two ways
  select version_id, athlete_key from standing_under group by 1, 2 having min(academy) <> max(academy)
),
written as (
  select version_id, athlete_key, academy, 'entries' as source, file_row
  from in_entry where athlete_id is not null and academy is not null and not derived and athlete_key in (select athlete_key from doubtful)
  union all
  select version_id, red_key as athlete_key, red_academy as academy, 'bouts' as source, file_row
  from in_bout
  where red_athlete_id is not null and red_academy is not null and red_key in (select athlete_key from doubtful)
  union all
  select version_id, blue_key as athlete_key, blue_academy as academy, 'bouts' as source, file_row
  from in_bout
  where blue_athlete_id is not null and blue_academy is not null and blue_key in (select athlete_key from doubtful)
),
academies as (
  select
    w.version_id, w.athlete_key, s.academy_key, min(w.academy) as academy, count(*) as times,
    max(w.source) as source, min(case when w.source = 'entries' then w.file_row end) as entry_row,
    min(case when w.source = 'bouts' then w.file_row end) as bout_row
  from doubtful as d
  join written as w on w.version_id = d.version_id and w.athlete_key = d.athlete_key
  join spellings as s on s.version_id = w.version_id and s.spelling = w.academy
  group by 1, 2, 3
),
ordered as ( -- the academy he is under least often is the doubtful one
  select
    *, count(*) over (partition by version_id, athlete_key) as academies,
    row_number() over (partition by version_id, athlete_key order by times, academy desc) as choice,
    first_value(academy) over (partition by version_id, athlete_key order by times desc, academy) as usual
  from academies
),
final as (
  select
    o.version_id, 'warning' as severity, 'two_academies' as code,
    case when o.source = 'entries' then f.entries_file else f.bouts_file end as file,
    case when o.source = 'entries' then o.entry_row else o.bout_row end as "row",
    cast(null as varchar) as path, 'academy' as "column", o.academy as value, 'contract 1' as rule,
    concat('the same athlete stands under ', o.usual, ' elsewhere in the event') as reason
  from ordered as o
  join sheets as s on s.version_id = o.version_id
  join files as f on f.version_id = o.version_id
  where o.academies > 1 and o.choice = 1
)
select * from final
