-- What analysts see of a person is a pseudonym: a keyed hash, always the same for the same person, that nobody without
-- this key can compute from an id that they know. Services read it, analysts do not. Random as gen_random_uuid() is:
-- four of them hold 488 random bits, of which the hash keeps 256.
create table log.pseudonym_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null check (octet_length(key) = 32)
);
insert into log.pseudonym_key (key)
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
grant select on log.pseudonym_key to lyceum_reader;
