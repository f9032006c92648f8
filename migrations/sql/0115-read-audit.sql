-- Where in the log to look for what a history asks: whose act it was, whom it was about, of which kind. Ids alone: what was
-- changed stays in the log and is read from there, names come from the users that there are.
create table read.audit (
  -- Of the event.
  position bigint primary key,
  type text collate "C" not null,
  -- Who did it; null: nobody of the school.
  actor_id uuid,
  -- Whom it was about, where that is somebody else.
  about_id uuid
);

create index audit_by_type on read.audit (type, position);
create index audit_by_actor on read.audit (actor_id, position) where actor_id is not null;
create index audit_by_about on read.audit (about_id, position) where about_id is not null;

alter table read.audit owner to lyceum_projector;
grant select on read.audit to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('audit');
