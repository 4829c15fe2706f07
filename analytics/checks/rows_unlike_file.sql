-- one row per file of a bundle whose rows used are not as many as the load has of them
with
counted as (
  select load_id, 'entries' as file, count(*) as n from entry group by 1
  union all
  select load_id, 'bouts' as file, count(*) as n from bout group by 1
  union all
  select load_id, 'placements' as file, count(*) as n from official_place group by 1
  union all
  select load_id, 'events' as file, count(*) as n from scoring_action group by 1
  union all
  select load_id, 'official_standings' as file, count(*) as n from official_standing group by 1
),
used as (
  select f.load_id, f.file, f.rows_used, split_part(f.file, '.', 1) as name
  from source_file as f
  join source_load as l on l.load_id = f.load_id
  where l.format like 'bundle%'
),
final as (
  select u.load_id, u.file, u.rows_used, coalesce(c.n, 0) as n
  from used as u
  left join counted as c on c.load_id = u.load_id and c.file = u.name
  where u.name in ('entries', 'bouts', 'placements', 'events', 'official_standings') and u.rows_used <> coalesce(c.n, 0)
)
select file || ' of load ' || load_id as place, rows_used || ' rows were used of it, ' || n || ' are there' as detail from final
