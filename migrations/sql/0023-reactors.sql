-- Reactors do what must happen outside. This is no projection: a rebuild never touches it, or everything
-- would be done again.
create table read.reactors (
  reactor text primary key,
  -- Everything up to here has been looked at, and what it asks for stands in `reactions`.
  position bigint not null default 0 check (position >= 0)
) with (fillfactor = 50);

-- What is still to be done, one row an event; deleted once it is done.
create table read.reactions (
  reactor text not null references read.reactors (reactor),
  position bigint not null,
  stream text not null,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  last_error text,
  primary key (reactor, position)
);
create index reactions_due on read.reactions (due_at);

alter table read.reactors owner to lyceum_projector;
alter table read.reactions owner to lyceum_projector;
