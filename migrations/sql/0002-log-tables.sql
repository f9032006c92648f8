-- One table, one order, no gaps. `json`, not `jsonb`: the stored text is the sealed text.
-- Streams compare by byte ("C"): an append looks each of its streams up in the unique index.
create table log.events (
  position bigint not null,
  recorded_at timestamptz not null,
  version integer not null check (version > 0),
  schema_version integer not null check (schema_version > 0),
  command_id uuid not null,
  stream text collate "C" not null,
  type text collate "C" not null,
  data json not null,
  metadata json not null,
  constraint events_pkey primary key (position),
  constraint events_stream_version_key unique (stream, version)
);
comment on table log.events is 'Every event, dense in position, in the order of commit; recorded_at never runs against position.';

-- Idempotency keys with the answers that their commands got. Kept for 30 days (log.expire_commands).
create table log.commands (
  recorded_at timestamptz not null,
  position bigint not null,
  command_id uuid not null,
  status integer not null,
  key text collate "C" not null,
  body_hash text collate "C" not null,
  answer json not null,
  constraint commands_pkey primary key (key)
);
comment on table log.commands is 'What a repeat of a command is answered with; position: of its last event, or the head for a no-op.';
-- Rows come in the order of time, so the expiry finds old ones by ranges of pages; costs the append nothing.
create index commands_recorded_at_idx on log.commands using brin (recorded_at) with (autosummarize = on);

-- The log's identity: another one after a reset, so that clients forget the positions they hold.
create table log.identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  made_at timestamptz not null default now()
);
insert into log.identity default values;

create function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on %.% is refused: history is only ever appended to.', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- Whoever may write at all (the owner too) is refused here; services lack the privilege besides.
create trigger events_are_kept before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();
create trigger identity_is_kept before update or delete or truncate on log.identity
  for each statement execute function log.refuse_change();
-- Keys expire, but an answer that was given never changes.
create trigger answers_are_kept before update or truncate on log.commands
  for each statement execute function log.refuse_change();
