-- one row per bout of an athlete after one in which a blow left him unconscious (D6); unconscious from a hold or an unknown cause is none
with
bouts as (select * from in_bout where decision = 'loss_of_consciousness' and technique is not null and winner is not null),
sides as (select * from fought_side),
sheets as (select * from in_rule_sheet),
blows as (select * from in_rule_blow),
files as (select * from source_table),

hurt as (
  select b.version_id, b.bout, b.started_at, case when b.winner = 'red' then b.blue_key else b.red_key end as athlete_key
  from bouts as b
  join sheets as s on s.version_id = b.version_id
  join blows as w on w.sheet = s.sheet and w.technique = b.technique
),
later as (
  select distinct s.version_id, s.side, s.file_row
  from sides as s
  join hurt as h on h.version_id = s.version_id and h.athlete_key = s.athlete_key
  where h.athlete_key not like '%|' -- a name without academy may be two people
    and case
      when s.started_at is not null and h.started_at is not null then s.started_at > h.started_at
      else s.bout > h.bout
    end
),
final as (
  select
    l.version_id, 'warning' as severity, 'bout_after_head_trauma' as code, f.bouts_file as file, l.file_row as "row",
    cast(null as varchar) as path, concat(l.side, '_athlete') as "column", cast(null as varchar) as value, 'D6' as rule,
    'a blow left this athlete unconscious in an earlier bout; he may not fight again in the event' as reason
  from later as l
  join files as f on f.version_id = l.version_id
)
select * from final
