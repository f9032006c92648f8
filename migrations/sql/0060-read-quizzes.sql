-- Every attempt at a quiz. Answers and remarks are readable here and encrypted in the log; they leave with their student.
create table read.quizzes (
  id uuid primary key,
  user_id uuid not null,
  course_id uuid not null,
  enrolment_id uuid not null,
  code text not null,
  kind text not null check (kind in ('mcq', 'written')),
  -- In the order in which they were asked.
  question_ids text[] not null,
  deadline timestamptz not null,
  -- Where it was started: a total order without ties, for lists.
  started_position bigint not null,
  -- Null until it is submitted. One that never was has ended with its deadline.
  finished_at timestamptz,
  finished_position bigint,
  late boolean not null,
  -- By question id: the index of an option, or a text. What was left open is not there.
  answers jsonb not null,
  answered smallint not null,
  -- The right answers of a multiple-choice quiz; of a written one the sum of its marks, once it is marked.
  score double precision,
  -- Of a written quiz, by question id. Null until it is marked.
  marks jsonb,
  remark text,
  marked_at timestamptz,
  -- Where it was marked last.
  marked_position bigint,
  -- The last event that changed this row.
  position bigint not null,
  check ((finished_at is null) = (finished_position is null)),
  check ((marked_at is null) = (marks is null) and (marked_at is null) = (marked_position is null))
) with (fillfactor = 80);

create index quizzes_by_user on read.quizzes (user_id, started_position);
-- What may be marked, by whether it was, in the order of its lists; with the course for those who mark in their own.
create index quizzes_to_mark on read.quizzes (finished_position)
  where kind = 'written' and answered > 0 and marked_position is null;
create index quizzes_marked on read.quizzes (marked_position) where marked_position is not null;
create index quizzes_by_course on read.quizzes (course_id, finished_position) where answered > 0;

alter table read.quizzes owner to lyceum_projector;
grant select on read.quizzes to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('quizzes');
