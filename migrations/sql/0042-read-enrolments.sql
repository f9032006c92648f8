-- Every student's way through every course that they enrolled in; who left may come back and finds it as it was.
create table read.enrolments (
  id uuid primary key,
  user_id uuid not null,
  course_id uuid not null,
  -- The student left the course; the rest is kept for a return.
  has_left boolean not null,
  enrolled_at timestamptz not null,
  -- Where the student enrolled (or came back): a total order without ties, for lists.
  enrolled_position bigint not null,
  -- Null until the course is started.
  started_at timestamptz,
  -- By which of its two ids the course was started; answers call it by that one.
  started_by text not null check (started_by in ('enrolment', 'course')),
  completed_modules smallint not null check (completed_modules between 0 and 5),
  -- The last event that changed this row.
  position bigint not null
) with (fillfactor = 80);

create index enrolments_by_user on read.enrolments (user_id, enrolled_position);

alter table read.enrolments owner to lyceum_projector;
grant select on read.enrolments to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('enrolments');
