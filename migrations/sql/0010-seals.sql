-- Seals: after they are committed, pages of events are sealed in order. A page's Merkle tree has a root; the seals are
-- themselves the leaves of one growing tree, the history, whose root at each seal chains it to all before it.
create table log.seals (
  number bigint not null,
  first_position bigint not null,
  last_position bigint not null,
  sealed_at timestamptz not null,
  event_count integer not null,
  algorithm smallint not null,
  root bytea not null,
  chained_root bytea not null,
  nodes bytea not null,
  leaves bytea not null,
  constraint seals_pkey primary key (number),
  constraint seals_last_position_key unique (last_position),
  constraint seals_number_check check (number > 0),
  constraint seals_events_check check (event_count > 0 and event_count = last_position - first_position + 1),
  constraint seals_hashes_check check (
    octet_length(root) = 32 and octet_length(chained_root) = 32
    and octet_length(leaves) = 32 * event_count and octet_length(nodes) % 32 = 0)
);
comment on table log.seals is 'What makes a change of the history show: Merkle roots over pages of events, chained.';
comment on column log.seals.algorithm is 'Version of the encoding of events and seals; 1: RFC 6962 trees of SHA-256.';
comment on column log.seals.root is 'Root of the tree over this page''s events.';
comment on column log.seals.chained_root is 'Root of the history: the tree over all seals up to this one.';
comment on column log.seals.nodes is 'Perfect subtrees of the history that this seal completes, its own leaf first.';
comment on column log.seals.leaves is 'Leaf hashes of the page''s events: they tell which event does not fit.';

-- Hashes do not compress; what is stored plainly can be read in parts.
alter table log.seals alter column leaves set storage external, alter column nodes set storage external;

create trigger seals_are_kept before update or delete or truncate on log.seals
  for each statement execute function log.refuse_change();

grant select on log.seals to lyceum_command, lyceum_projector, lyceum_reader, lyceum_analyst;
grant insert on log.seals to lyceum_projector;
