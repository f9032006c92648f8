-- What students did for their learning: one row an act, counted when it is asked for, so that a day is the reader's own.
create table read.activity (
  -- Of the event; each is one act.
  position bigint primary key,
  user_id uuid not null,
  course_id uuid not null,
  kind text not null,
  acted_at timestamptz not null
);

create index activity_by_user on read.activity (user_id, acted_at);

alter table read.activity owner to lyceum_projector;
grant select on read.activity to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('activity');
