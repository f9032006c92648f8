-- Analysts' view of the event LogArchived.
drop view if exists analysis.log_archived;
create view analysis.log_archived with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'from')::bigint as "from",
    (data ->> 'to')::bigint as "to"
    from log.events cross join log.pseudonym_key
   where type = 'LogArchived' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.log_archived is 'The archival of old events began; recorded before the first of them was copied to the object store.';
grant select on analysis.log_archived to lyceum_analyst;
