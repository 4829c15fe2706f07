-- one row per version and place of which more, fewer or others are prepared in small numbers than there are
with
words as (select field, code, word from method_word),
names as (select distinct number, split_part(athlete_key, '|', 1) as who from athlete_name),
prepared as (
  select
    p.version_id, p.category_id, p.place, coalesce(n.who, '') as athlete, coalesce(ac.word, '') as academy,
    concat_ws('; ', ge.word, ag.word, be.word, op.word) as category, p.counted,
    case p.contested when 1 then 'yes' when 2 then 'no' else 'unknown' end as contested
  from place_number as p
  left join names as n on n.number = p.athlete
  left join words as ac on ac.field = 'academy' and ac.code = p.academy
  left join words as ge on ge.field = 'gender' and ge.code = p.gender
  left join words as ag on ag.field = 'age_division' and ag.code = p.age_division
  left join words as be on be.field = 'belt' and be.code = p.belt
  left join words as op on op.field = 'open_class' and op.code = p.open_class
),
-- a ruling may name somebody who stands in no fact of the category
ruled as (
  select version_id, category_id, athlete_key from place
  where source = 'ruling' and version_id in (select version_id from place_number_version)
),
standing as (
  select distinct s.category_id, a.athlete_key
  from athlete_stand as s join athlete_name as a on a.spelling = s.spelling
  where s.category_id in (select category_id from ruled)
),
unheard as (
  select r.version_id, r.category_id, r.athlete_key
  from ruled as r left join standing as s on s.category_id = r.category_id and s.athlete_key = r.athlete_key
  where s.category_id is null
),
stored as (
  select
    p.version_id, p.category_id, p.place, case when u.category_id is null then split_part(p.athlete_key, '|', 1) else '' end as athlete,
    coalesce(p.academy_key, '') as academy,
    concat_ws('; ', c.gender, c.age_division, c.belt, case when c.is_open then 'yes' when not c.is_open then 'no' else 'unknown' end) as category,
    r.counted,
    case coalesce(r.contested, case when r.registered = 1 then false end) when true then 'yes' when false then 'no' else 'unknown' end as contested
  from place as p
  join category_result as r on r.version_id = p.version_id and r.category_id = p.category_id and r.state = 'decided'
  join category as c on c.category_id = p.category_id
  left join unheard as u on u.version_id = p.version_id and u.category_id = p.category_id and u.athlete_key = p.athlete_key
  where p.version_id in (select version_id from place_number_version)
),
-- sums of hashes: the same rows in any order have the same, and none of millions is kept
both_sides as (
  select 1 as side, * from prepared union all select 2 as side, * from stored
),
summed as (
  select
    side, version_id, place, count(*) as n, count(*) filter (where counted) as counted, sum(hash(category_id, counted)) as counted_sum,
    sum(hash(category_id, athlete)) as athlete, sum(hash(category_id, athlete, academy)) as academy, sum(hash(category_id, category)) as category,
    sum(hash(category_id, contested)) as contested
  from both_sides group by side, version_id, place
),
final as (
  select
    coalesce(a.version_id, b.version_id) as version_id, coalesce(a.place, b.place) as place, coalesce(a.n, 0) as prepared,
    coalesce(b.n, 0) as stored, coalesce(a.counted, 0) as prepared_counted, coalesce(b.counted, 0) as stored_counted,
    concat_ws(
      ', ', case when a.athlete is distinct from b.athlete then 'athletes' end, case when a.academy is distinct from b.academy then 'academies' end,
      case when a.category is distinct from b.category then 'categories' end,
      case when a.counted_sum is distinct from b.counted_sum then 'counted' end,
      case when a.contested is distinct from b.contested then 'contested' end
    ) as unlike
  from (select * from summed where side = 1) as a
  full join (select * from summed where side = 2) as b on b.version_id = a.version_id and b.place = a.place
)
select
  'place ' || place || ' of version ' || version_id as place,
  prepared || ' prepared, ' || prepared_counted || ' of them counted; stored ' || stored || ', ' || stored_counted || ' counted; unlike: ' || unlike as detail
from final where prepared <> stored or unlike <> ''
