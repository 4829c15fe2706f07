-- one row per academy of a draw whose digest is not the SHA-256 of seed and academy (T), or that stands before a smaller one
with
digested as (
  select
    draw_id, event_id, academy, position, origin, digest, sha256(nfc_normalize(seed) || chr(10) || nfc_normalize(academy)) as expected,
    lead(digest) over (partition by draw_id order by position) as below
  from draw
),
final as (select * from digested where digest <> expected or (origin = 'operator' and digest > below))
select
  'draw ' || draw_id || ' of ' || event_id || ': ' || academy as place,
  case when digest <> expected then 'seed and academy give ' || expected || ', not ' || digest else 'stands before a smaller digest' end as detail
from final
