-- one row per load with athletes in a category who are not told to stand there, though all of the load are
with
loads as (select load_id from athlete_stand_load),
told as (
  select load_id, category_id, red_key as athlete_key from bout where red_key is not null and load_id in (select load_id from loads)
  union all
  select load_id, category_id, blue_key from bout where blue_key is not null and load_id in (select load_id from loads)
  union all
  select load_id, category_id, athlete_key from official_place where load_id in (select load_id from loads)
  union all
  select load_id, category_id, athlete_key from entry where load_id in (select load_id from loads)
),
-- a category that is not of the load is a fault of its own
facts as (
  select t.load_id, hash(t.category_id, t.athlete_key) as who
  from told as t join category as c on c.category_id = t.category_id and c.load_id = t.load_id
),
standing as (
  select s.load_id, hash(s.category_id, a.athlete_key) as who
  from athlete_stand as s join athlete_name as a on a.spelling = s.spelling
),
final as (select load_id, count(distinct who) as n from facts where who not in (select who from standing) group by load_id)
select 'load ' || load_id as place, n || ' athletes of a category are not told to stand in it' as detail from final
