-- one row per load, file or version whose hash is none: 64 hexadecimal digits
with
hashes as (
  select 'load ' || load_id as place, sha256 from source_load
  union all
  select file || ' of load ' || load_id as place, sha256 from source_file
  union all
  select 'version ' || version_id as place, ruleset_fingerprint as sha256 from event_version
),
final as (select place, sha256 from hashes where not regexp_full_match(sha256, '[0-9a-f]{64}'))
select place, 'its hash is ' || sha256 as detail from final
