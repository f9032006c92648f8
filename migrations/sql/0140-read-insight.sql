-- How the school fares, in numbers without persons: sums over events, so that no picture of it has to count a million rows.

-- Which events are in the sums: one that comes again, or late because its stream was parked, is counted once.
create table read.insight_events (
  position bigint primary key
);

-- Acts by quarters of an hour: every time zone's midnight is between two of them.
create table read.insight_quarters (
  quarter timestamptz primary key,
  bookmarks integer not null,
  enrolments integer not null,
  starts integer not null,
  modules integer not null,
  notes integer not null,
  quizzes integer not null,
  reviews integer not null,
  certificates integer not null,
  -- Fifth modules, among the modules.
  completions integer not null
) with (fillfactor = 80);

-- How many ways through a course came how far; who comes back after leaving is counted once.
create table read.insight_courses (
  id uuid primary key,
  enrolled integer not null,
  started integer not null,
  module1 integer not null,
  module2 integer not null,
  module3 integer not null,
  module4 integer not null,
  module5 integer not null,
  certificate integer not null
) with (fillfactor = 80);

-- Multiple-choice questions: in how many quizzes that were handed in in time, and in how many of these answered rightly.
create table read.insight_questions (
  id text primary key,
  asked integer not null,
  "right" integer not null
) with (fillfactor = 80);

-- What was asked in multiple-choice quizzes that are not handed in yet.
create table read.insight_attempts (
  id uuid primary key,
  question_ids text[] not null
);

alter table read.insight_events owner to lyceum_projector;
alter table read.insight_quarters owner to lyceum_projector;
alter table read.insight_courses owner to lyceum_projector;
alter table read.insight_questions owner to lyceum_projector;
alter table read.insight_attempts owner to lyceum_projector;
grant select on read.insight_events, read.insight_quarters, read.insight_courses, read.insight_questions,
  read.insight_attempts to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('insight');
