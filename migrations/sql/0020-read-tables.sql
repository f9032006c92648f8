-- The read side: what every read model shares. Everything in `read` can be made again from the log, except
-- `reactors` and `reactions` (0023), which remember what was done outside.
--
-- The tables belong to lyceum_projector: a rebuild makes them again beside the live ones, in `read_next`, and
-- puts them in their place, for which PostgreSQL asks for the owner.

create extension if not exists pg_trgm;

-- Where a rebuild builds until it has caught up, and where a check builds what it compares with.
create schema read_next;
create schema read_check;

grant usage, create on schema read, read_next, read_check to lyceum_projector;
grant usage on schema read to lyceum_command, lyceum_reader;

-- How far each read model is. Moves by compare-and-set in the transaction that changes the model's tables.
create table read.checkpoints (
  model text primary key,
  -- Everything up to here is in the model's tables (but for parked streams).
  position bigint not null default 0 check (position >= 0),
  -- The last position that could have changed what the model answers: good for entity tags.
  relevant_position bigint not null default 0,
  -- One more whenever rows changed without a new position: a retry of parked streams, a rebuild.
  epoch integer not null default 0,
  updated_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);

-- Streams with an event that a model could not project. Their later events wait, in order.
create table read.parked (
  model text not null,
  stream text not null,
  -- The first event that waits, by its place in the log and in its stream.
  position bigint not null,
  version integer not null,
  error text not null,
  since timestamptz not null default clock_timestamp(),
  attempts integer not null default 1,
  primary key (model, stream)
);

create table read_next.checkpoints (like read.checkpoints including all);
create table read_next.parked (like read.parked including all);
create table read_check.checkpoints (like read.checkpoints including all);
create table read_check.parked (like read.parked including all);

alter table read.checkpoints owner to lyceum_projector;
alter table read.parked owner to lyceum_projector;
alter table read_next.checkpoints owner to lyceum_projector;
alter table read_next.parked owner to lyceum_projector;
alter table read_check.checkpoints owner to lyceum_projector;
alter table read_check.parked owner to lyceum_projector;
grant select on read.checkpoints, read.parked to lyceum_command, lyceum_reader;
