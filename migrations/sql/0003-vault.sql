-- One key for each person, wrapped (AES-256-GCM) by the master key `master_key_id`. A destroyed key leaves its row
-- as a tombstone, so that no later write makes a new key for a person who was removed.
create table vault.keys (
  person uuid not null,
  made_at timestamptz not null default now(),
  destroyed_at timestamptz,
  master_key_id text collate "C",
  wrapped bytea,
  constraint keys_pkey primary key (person),
  constraint keys_destroyed_or_wrapped check (
    (destroyed_at is null and wrapped is not null and master_key_id is not null)
    or (destroyed_at is not null and wrapped is null and master_key_id is null)
  )
);

-- Destroys keys for good, also of persons who never had one; tells every cache (lyceum_vault) at commit.
create function vault.destroy(persons uuid[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  destroyed integer;
begin
  insert into vault.keys as kept (person, destroyed_at)
    select distinct person, now() from unnest(persons) as removed(person) order by person
    on conflict (person) do update
      set destroyed_at = excluded.destroyed_at, wrapped = null, master_key_id = null
      where kept.destroyed_at is null;
  get diagnostics destroyed = row_count;
  perform pg_notify('lyceum_vault', person::text) from unnest(persons) as removed(person);
  return destroyed;
end
$$;

create function vault.refuse_change() returns trigger language plpgsql as $$
begin
  if old.destroyed_at is not null then
    raise exception 'The key of % was destroyed and stays so.', old.person using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger destroyed_keys_stay before update on vault.keys
  for each row execute function vault.refuse_change();
