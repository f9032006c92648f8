-- Every certificate that was issued. Of a person who was removed the number stays, and that it was withdrawn.
create table read.certificates (
  -- The enrolment's: there is one certificate to a way through a course.
  id uuid primary key,
  number text collate "C" not null,
  withdrawn boolean not null,
  -- All of these are null once it was withdrawn.
  user_id uuid,
  course_id uuid,
  student_name text,
  -- Opens the commitment to the name in the event; null also where the event is older than commitments.
  name_salt text,
  course_name text,
  course_code text,
  instructor text,
  issued_at timestamptz,
  -- Where it was issued.
  position bigint not null,
  check (withdrawn = (student_name is null)),
  check (not withdrawn or num_nonnulls(user_id, course_id, name_salt, course_name, course_code, instructor, issued_at) = 0),
  check (withdrawn or num_nulls(user_id, course_id, course_name, course_code, instructor, issued_at) = 0)
) with (fillfactor = 80);

create unique index certificates_by_number on read.certificates (number);
create index certificates_by_user on read.certificates (user_id, position);

alter table read.certificates owner to lyceum_projector;
grant select on read.certificates to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('certificates');
