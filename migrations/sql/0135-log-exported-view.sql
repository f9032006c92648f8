-- Analysts' view of the event LogExported.
drop view if exists analysis.log_exported;
create view analysis.log_exported with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'from')::integer as "from",
    (data ->> 'to')::integer as "to",
    (data ->> 'raw')::boolean as "raw",
    (data ->> 'keys') as "keys"
    from log.events cross join log.pseudonym_key
   where type = 'LogExported';
comment on view analysis.log_exported is 'The log was written out as it is stored; recorded before its first byte left.';
grant select on analysis.log_exported to lyceum_analyst;

