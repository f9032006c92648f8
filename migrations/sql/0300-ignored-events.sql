-- For each read model, the event types that do not change its tables, so that a GET need not wait until they are projected. A projector
-- records them when it becomes the leader. It lists the types it knows, so that a type of a newer release is always waited for.
create table read.ignored_events (
  model text primary key,
  event_types text[] not null
);
alter table read.ignored_events owner to lyceum_projector;
grant select on read.ignored_events to lyceum_command, lyceum_reader;
