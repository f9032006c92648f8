-- Analysts see that what the school holds of somebody was read, by an Admin: who was read of under a pseudonym.
drop view if exists analysis.personal_data_read;
create view analysis.personal_data_read with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 9)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (data ->> 'what') as "what",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'PersonalDataRead';
comment on view analysis.personal_data_read is 'An admin read what the school holds of another person, or of many.';
grant select on analysis.personal_data_read to lyceum_analyst;
