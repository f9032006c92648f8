-- What students wrote down. Text is readable here and encrypted in the log; a person's notes leave with the person.
create table read.notes (
  id uuid primary key,
  user_id uuid not null,
  course_id uuid not null,
  enrolment_id uuid not null,
  -- By which of its two ids the course was named; answers call it by that one.
  course_called_by text not null check (course_called_by in ('enrolment', 'course')),
  -- Where in the course: a module and the second in its video, or neither.
  module smallint check (module between 1 and 5),
  second integer check (second >= 0),
  text text not null,
  -- Its student removed it; it is kept for taking that back.
  removed boolean not null,
  taken_at timestamptz not null,
  -- Where it was taken: a total order without ties, for lists.
  taken_position bigint not null,
  -- Null until the text is changed.
  edited_at timestamptz,
  -- The last event that changed this row.
  position bigint not null,
  check ((module is null) = (second is null))
) with (fillfactor = 80);

create index notes_by_user on read.notes (user_id, taken_position);

alter table read.notes owner to lyceum_projector;
grant select on read.notes to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('notes');
