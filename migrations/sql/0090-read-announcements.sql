-- What was announced, and to whom: to everybody who is signed in, or to those enrolled in one course. The words are the
-- school's: the row stays when its poster is removed.
create table read.announcements (
  id uuid primary key,
  user_id uuid not null,
  user_type text not null,
  -- Null: for everybody.
  course_id uuid,
  type text not null,
  date text not null,
  body text not null,
  withdrawn boolean not null,
  posted_at timestamptz not null,
  -- Where it was posted: the order of the list, and what "seen up to" is compared with.
  posted_position bigint not null,
  -- The last event that changed this row.
  position bigint not null
) with (fillfactor = 80);

create index announcements_for_all on read.announcements (posted_position desc) where course_id is null and not withdrawn;
create index announcements_by_course on read.announcements (course_id, posted_position desc)
  where course_id is not null and not withdrawn;
create index announcements_by_poster on read.announcements (user_id, posted_position desc) where not withdrawn;
-- Who is enrolled in a course: whom an announcement for it is for.
create index enrolments_by_course on read.enrolments (course_id) where not has_left;

alter table read.announcements owner to lyceum_projector;
grant select on read.announcements to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('announcements');
