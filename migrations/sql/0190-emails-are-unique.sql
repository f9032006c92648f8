-- E-mail addresses are unique in a school. The log contains them only encrypted, and an address must not stay readable
-- after its person was removed. So the vault keeps a keyed digest (HMAC) of each address, outside the log, written in the
-- transaction of the append and deleted with the key of the person. The digests can be made again from the log at any time.

-- Secrets of the school, wrapped by the master key as the keys of persons are.
create table vault.secrets (
  name text collate "C" not null,
  made_at timestamptz not null default now(),
  master_key_id text collate "C" not null,
  wrapped bytea not null,
  constraint secrets_pkey primary key (name)
);
comment on table vault.secrets is 'Secrets of the school, wrapped by the master key. email-digests: the key of the digests in vault.emails.';

create table vault.emails (
  person uuid not null,
  digest bytea not null,
  -- Two people of an earlier version may share an address. The one who registered first has it, the other one is shared.
  is_shared boolean not null default false,
  constraint emails_pkey primary key (person)
);
comment on table vault.emails is 'The reserved e-mail address of each registered person, as a keyed digest of its normal form.';
create unique index emails_reserved on vault.emails (digest) where not is_shared;
create index emails_by_digest on vault.emails (digest);
-- PostgreSQL takes no samples, which would outlive their rows.
alter table vault.emails
  alter column person set statistics 0,
  alter column digest set statistics 0;

-- Reserves an address in place of the person's earlier one. The caller holds the log's lock. False: another person has it.
create function vault.reserve_email(person uuid, digest bytea) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from vault.emails as other
      where other.digest = reserve_email.digest and other.person <> reserve_email.person) then
    return false;
  end if;
  insert into vault.emails as known (person, digest) values (reserve_email.person, reserve_email.digest)
    on conflict on constraint emails_pkey do update set digest = excluded.digest, is_shared = false;
  return true;
end
$$;

-- Reserves the addresses of persons who have none: those of an earlier version or of an imported log. A person who comes
-- first in the arrays has an address before one who comes later. Takes the log's lock, so that no append is in between.
create function vault.reserve_missing_emails(persons uuid[], digests bytea[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  missing record;
  reserved integer := 0;
begin
  perform log.lock_head();
  for missing in
    select sent.person, sent.digest from unnest(persons, digests) with ordinality as sent(person, digest, place)
      join vault.keys on keys.person = sent.person and keys.destroyed_at is null
      where not exists (select from vault.emails where emails.person = sent.person)
      order by sent.place
  loop
    insert into vault.emails (person, digest, is_shared)
      values (missing.person, missing.digest,
        exists (select from vault.emails as other where other.digest = missing.digest));
    reserved := reserved + 1;
  end loop;
  return reserved;
end
$$;

-- A person's address is released with the key of their personal data: in the transaction of the removal, and again when
-- removals are applied to a database that was restored.
create function vault.release_email() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from vault.emails where emails.person = new.person;
  return null;
end
$$;
create trigger release_email after insert or update on vault.keys
  for each row when (new.destroyed_at is not null) execute function vault.release_email();

-- Appends one request and reserves an address in the same transaction. The parameters are those of append_batch, for one
-- request, and the person with the digest. A repetition or a conflict takes precedence over an address that is taken:
-- refused is then [{"request": 1, "outcome": "email-taken"}].
create function log.append_reserving(
  request_command uuid[], request_metadata text[],
  request_last_event integer[],
  request_key text[], request_body_hash text[], request_status integer[], request_answer text[],
  expect_request integer[], expect_stream text[], expect_version integer[],
  event_request integer[], event_stream text[], event_version integer[],
  event_type text[], event_schema_version integer[], event_data text[],
  destroy_request integer[], destroy_person uuid[],
  email_person uuid, email_digest bytea,
  out base bigint, out refused json)
  language plpgsql security definer as $$
declare
  last_time pg_catalog.timestamptz;
begin
  if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) 'pg_catalog, pg_temp' then
    raise exception 'An append needs a session with search_path = pg_catalog, pg_temp.';
  end if;
  select head.last_position, head.last_time into base, last_time from log.lock_head() as head;
  begin
    refused := log.write_batch(base, greatest(last_time, clock_timestamp()),
      request_command, request_metadata, request_last_event,
      request_key, request_body_hash, request_status, request_answer,
      expect_request, expect_stream, expect_version,
      event_request, event_stream, event_version, event_type, event_schema_version, event_data,
      destroy_request, destroy_person);
    if refused is null and not vault.reserve_email(email_person, email_digest) then
      raise exception 'Another person has this e-mail address.' using errcode = 'LY001';
    end if;
  exception when sqlstate 'LY001' then
    -- Leaving the block took back what was written.
    refused := json_build_array(json_build_object('request', 1, 'outcome', 'email-taken'));
  end;
end
$$;

revoke all on function vault.reserve_email, vault.reserve_missing_emails, vault.release_email, log.append_reserving from public;
grant execute on function log.append_reserving, vault.reserve_missing_emails to lyceum_command;
grant select, insert (name, master_key_id, wrapped) on vault.secrets to lyceum_command;
grant select (person) on vault.emails to lyceum_command;
-- The projector checks at its start that it has the right master keys.
grant select (master_key_id) on vault.secrets to lyceum_projector;

drop view if exists analysis.user_email_changed;
create view analysis.user_email_changed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded"
    from log.events cross join log.pseudonym_key
   where type = 'UserEmailChanged' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.user_email_changed is 'A user changed their e-mail address at the identity provider, and the account followed.';
grant select on analysis.user_email_changed to lyceum_analyst;
