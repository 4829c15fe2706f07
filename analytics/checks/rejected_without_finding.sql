-- one row per load that rejected rows without a finding that says why, or has such a finding and rejected none
with
rejected as (select load_id, sum(rows_rejected) > 0 as has_rejected from source_file group by 1),
told as (select distinct load_id from finding where severity = 'rejected'),
final as (
  select r.load_id, r.has_rejected
  from rejected as r
  left join told as t on t.load_id = r.load_id
  where r.has_rejected <> (t.load_id is not null)
)
select
  'load ' || load_id as place,
  case when has_rejected then 'rows were rejected, and no finding says why' else 'findings say that rows were rejected, and none was' end as detail
from final
