-- Made by migrations/dump.ts from what the migrations make. Not to be edited or run.

-- Extensions

create extension pg_trgm;

-- Tables

create table log.commands (
  recorded_at timestamp with time zone not null,
  "position" bigint not null,
  command_id uuid not null,
  status integer not null,
  key text collate "C" not null,
  body_hash text collate "C" not null,
  answer json not null,
  constraint commands_pkey PRIMARY KEY (key)
);

create table log.events (
  "position" bigint not null,
  recorded_at timestamp with time zone not null,
  version integer not null,
  schema_version integer not null,
  command_id uuid not null,
  stream text collate "C" not null,
  type text collate "C" not null,
  data json not null,
  metadata json not null,
  constraint events_pkey PRIMARY KEY ("position"),
  constraint events_schema_version_check CHECK ((schema_version > 0)),
  constraint events_stream_version_key UNIQUE (stream, version),
  constraint events_version_check CHECK ((version > 0))
);

create table log.identity (
  only_row boolean default true not null,
  id uuid default gen_random_uuid() not null,
  made_at timestamp with time zone default now() not null,
  constraint identity_only_row_check CHECK (only_row),
  constraint identity_pkey PRIMARY KEY (only_row)
);

create table log.pseudonym_key (
  only_row boolean default true not null,
  key bytea not null,
  inner_pad bytea not null,
  outer_pad bytea not null,
  constraint pseudonym_key_key_check CHECK ((octet_length(key) = 32)),
  constraint pseudonym_key_only_row_check CHECK (only_row),
  constraint pseudonym_key_pkey PRIMARY KEY (only_row)
);

create table log.seals (
  number bigint not null,
  first_position bigint not null,
  last_position bigint not null,
  sealed_at timestamp with time zone not null,
  event_count integer not null,
  algorithm smallint not null,
  root bytea not null,
  chained_root bytea not null,
  nodes bytea not null,
  leaves bytea not null,
  constraint seals_events_check CHECK (((event_count > 0) AND (event_count = ((last_position - first_position) + 1)))),
  constraint seals_hashes_check CHECK (((octet_length(root) = 32) AND (octet_length(chained_root) = 32) AND (octet_length(leaves) = (32 * event_count)) AND ((octet_length(nodes) % 32) = 0))),
  constraint seals_last_position_key UNIQUE (last_position),
  constraint seals_number_check CHECK ((number > 0)),
  constraint seals_pkey PRIMARY KEY (number)
);

create table read.activity (
  "position" bigint not null,
  user_id uuid not null,
  course_id uuid not null,
  kind text not null,
  acted_at timestamp with time zone not null,
  constraint activity_pkey PRIMARY KEY ("position")
);

create table read.announcements (
  id uuid not null,
  user_id uuid not null,
  user_type text not null,
  course_id uuid,
  type text not null,
  date text not null,
  body text not null,
  withdrawn boolean not null,
  posted_at timestamp with time zone not null,
  posted_position bigint not null,
  "position" bigint not null,
  constraint announcements_pkey PRIMARY KEY (id)
);

create table read.audit (
  "position" bigint not null,
  type text collate "C" not null,
  actor_id uuid,
  about_id uuid,
  constraint audit_pkey PRIMARY KEY ("position")
);

create table read.bookmarks (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  bookmarked_at timestamp with time zone not null,
  bookmarked_position bigint not null,
  "position" bigint not null,
  constraint bookmarks_pkey PRIMARY KEY (id)
);

create table read.certificates (
  id uuid not null,
  number text collate "C" not null,
  withdrawn boolean not null,
  user_id uuid,
  course_id uuid,
  student_name text,
  name_salt text,
  course_name text,
  course_code text,
  instructor text,
  issued_at timestamp with time zone,
  "position" bigint not null,
  constraint certificates_check CHECK ((withdrawn = (student_name IS NULL))),
  constraint certificates_check1 CHECK (((NOT withdrawn) OR (num_nonnulls(user_id, course_id, name_salt, course_name, course_code, instructor, issued_at) = 0))),
  constraint certificates_check2 CHECK ((withdrawn OR (num_nulls(user_id, course_id, course_name, course_code, instructor, issued_at) = 0))),
  constraint certificates_pkey PRIMARY KEY (id)
);

create table read.checkpoints (
  model text not null,
  "position" bigint default 0 not null,
  relevant_position bigint default 0 not null,
  epoch integer default 0 not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  constraint checkpoints_pkey PRIMARY KEY (model),
  constraint checkpoints_position_check CHECK (("position" >= 0))
);

create table read.course_ratings (
  id uuid not null,
  reviews integer not null,
  total bigint not null,
  spread integer[] not null,
  constraint course_ratings_pkey PRIMARY KEY (id),
  constraint course_ratings_reviews_check CHECK ((reviews > 0))
);

create table read.courses (
  id uuid not null,
  code text not null,
  name text not null,
  duration text not null,
  difficulty text not null,
  category text not null,
  details text not null,
  instructor text not null,
  price double precision not null,
  image_url text not null,
  withdrawn boolean not null,
  search_name text collate "C" not null,
  added_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  added_position bigint not null,
  "position" bigint not null,
  instructor_id uuid,
  videos text[],
  constraint courses_pkey PRIMARY KEY (id)
);

create table read.enrolments (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  has_left boolean not null,
  enrolled_at timestamp with time zone not null,
  enrolled_position bigint not null,
  started_at timestamp with time zone,
  started_by text not null,
  completed_modules smallint not null,
  "position" bigint not null,
  constraint enrolments_completed_modules_check CHECK (((completed_modules >= 0) AND (completed_modules <= 5))),
  constraint enrolments_pkey PRIMARY KEY (id),
  constraint enrolments_started_by_check CHECK ((started_by = ANY (ARRAY['enrolment'::text, 'course'::text])))
);

create table read.insight_attempts (
  id uuid not null,
  question_ids text[] not null,
  constraint insight_attempts_pkey PRIMARY KEY (id)
);

create table read.insight_counted (
  block bigint not null,
  bits text not null,
  constraint insight_counted_pkey PRIMARY KEY (block)
);

create table read.insight_courses (
  id uuid not null,
  enrolled integer not null,
  started integer not null,
  module1 integer not null,
  module2 integer not null,
  module3 integer not null,
  module4 integer not null,
  module5 integer not null,
  certificate integer not null,
  constraint insight_courses_pkey PRIMARY KEY (id)
);

create table read.insight_quarters (
  quarter timestamp with time zone not null,
  bookmarks integer not null,
  enrolments integer not null,
  starts integer not null,
  modules integer not null,
  notes integer not null,
  quizzes integer not null,
  reviews integer not null,
  certificates integer not null,
  completions integer not null,
  constraint insight_quarters_pkey PRIMARY KEY (quarter)
);

create table read.insight_questions (
  id text not null,
  asked integer not null,
  "right" integer not null,
  constraint insight_questions_pkey PRIMARY KEY (id)
);

create table read.notes (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  enrolment_id uuid not null,
  course_called_by text not null,
  module smallint,
  second integer,
  text text not null,
  removed boolean not null,
  taken_at timestamp with time zone not null,
  taken_position bigint not null,
  edited_at timestamp with time zone,
  "position" bigint not null,
  constraint notes_check CHECK (((module IS NULL) = (second IS NULL))),
  constraint notes_course_called_by_check CHECK ((course_called_by = ANY (ARRAY['enrolment'::text, 'course'::text]))),
  constraint notes_module_check CHECK (((module >= 1) AND (module <= 5))),
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_second_check CHECK ((second >= 0))
);

create table read.parked (
  model text not null,
  stream text not null,
  "position" bigint not null,
  version integer not null,
  error text not null,
  since timestamp with time zone default clock_timestamp() not null,
  attempts integer default 1 not null,
  owner uuid,
  constraint parked_pkey PRIMARY KEY (model, stream)
);

create table read.quizzes (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  enrolment_id uuid not null,
  code text not null,
  kind text not null,
  question_ids text[] not null,
  deadline timestamp with time zone not null,
  started_position bigint not null,
  finished_at timestamp with time zone,
  finished_position bigint,
  late boolean not null,
  answers jsonb not null,
  answered smallint not null,
  score double precision,
  marks jsonb,
  remark text,
  marked_at timestamp with time zone,
  marked_position bigint,
  "position" bigint not null,
  constraint quizzes_check CHECK (((finished_at IS NULL) = (finished_position IS NULL))),
  constraint quizzes_check1 CHECK ((((marked_at IS NULL) = (marks IS NULL)) AND ((marked_at IS NULL) = (marked_position IS NULL)))),
  constraint quizzes_kind_check CHECK ((kind = ANY (ARRAY['mcq'::text, 'written'::text]))),
  constraint quizzes_pkey PRIMARY KEY (id)
);

create table read.reactions (
  reactor text not null,
  "position" bigint not null,
  stream text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default clock_timestamp() not null,
  last_error text,
  constraint reactions_pkey PRIMARY KEY (reactor, "position"),
  constraint reactions_reactor_fkey FOREIGN KEY (reactor) REFERENCES read.reactors(reactor)
);

create table read.reactors (
  reactor text not null,
  "position" bigint default 0 not null,
  constraint reactors_pkey PRIMARY KEY (reactor),
  constraint reactors_position_check CHECK (("position" >= 0))
);

create table read.reviews (
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  enrolment_id uuid not null,
  course_called_by text not null,
  rating double precision not null,
  comment text not null,
  revised boolean not null,
  removed boolean not null,
  reviewed_at timestamp with time zone not null,
  reviewed_position bigint not null,
  "position" bigint not null,
  constraint reviews_course_called_by_check CHECK ((course_called_by = ANY (ARRAY['enrolment'::text, 'course'::text]))),
  constraint reviews_pkey PRIMARY KEY (id)
);

create table read.users (
  id uuid not null,
  name text not null,
  email text collate "C" not null,
  image_url text not null,
  user_type text not null,
  wished_type text,
  registered_at timestamp with time zone not null,
  registered_position bigint not null,
  "position" bigint not null,
  constraint users_pkey PRIMARY KEY (id)
);

create table state.announcements_seen (
  user_id uuid not null,
  "position" bigint not null,
  at timestamp with time zone not null,
  constraint announcements_seen_pkey PRIMARY KEY (user_id),
  constraint announcements_seen_position_check CHECK (("position" >= 0))
);

create unlogged table state.learning (
  node uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  constraint learning_node_fkey FOREIGN KEY (node) REFERENCES state.nodes(id) ON DELETE CASCADE,
  constraint learning_pkey PRIMARY KEY (node, user_id, course_id)
);

create unlogged table state.nodes (
  id uuid not null,
  name text not null,
  sockets integer not null,
  visitors integer not null,
  since timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint nodes_name_check CHECK ((length(name) <= 100)),
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_sockets_check CHECK ((sockets >= 0)),
  constraint nodes_visitors_check CHECK ((visitors >= 0))
);

create table state.playback (
  enrolment_id uuid not null,
  user_id uuid not null,
  module smallint not null,
  second integer not null,
  at timestamp with time zone not null,
  constraint playback_module_check CHECK (((module >= 1) AND (module <= 5))),
  constraint playback_pkey PRIMARY KEY (enrolment_id),
  constraint playback_second_check CHECK ((second >= 0))
);

create unlogged table state.present (
  node uuid not null,
  user_id uuid not null,
  constraint present_node_fkey FOREIGN KEY (node) REFERENCES state.nodes(id) ON DELETE CASCADE,
  constraint present_pkey PRIMARY KEY (node, user_id)
);

create table vault.keys (
  person uuid not null,
  made_at timestamp with time zone default now() not null,
  destroyed_at timestamp with time zone,
  master_key_id text collate "C",
  wrapped bytea,
  constraint keys_destroyed_or_wrapped CHECK ((((destroyed_at IS NULL) AND (wrapped IS NOT NULL) AND (master_key_id IS NOT NULL)) OR ((destroyed_at IS NOT NULL) AND (wrapped IS NULL) AND (master_key_id IS NULL)))),
  constraint keys_pkey PRIMARY KEY (person)
);

-- Indexes

CREATE INDEX commands_recorded_at_idx ON log.commands USING brin (recorded_at) WITH (autosummarize='on');

CREATE INDEX events_removals ON log.events USING btree ("position") WHERE (type = 'UserRemoved'::text);

CREATE INDEX activity_by_user ON read.activity USING btree (user_id, acted_at);

CREATE INDEX announcements_by_poster ON read.announcements USING btree (user_id, posted_position DESC) WHERE (NOT withdrawn);

CREATE INDEX announcements_newest ON read.announcements USING btree (posted_position DESC) WHERE (NOT withdrawn);

CREATE INDEX audit_by_about ON read.audit USING btree (about_id, "position") WHERE (about_id IS NOT NULL);

CREATE INDEX audit_by_actor ON read.audit USING btree (actor_id, "position") WHERE (actor_id IS NOT NULL);

CREATE INDEX audit_by_type ON read.audit USING btree (type, "position");

CREATE INDEX bookmarks_by_user ON read.bookmarks USING btree (user_id, bookmarked_position);

CREATE UNIQUE INDEX certificates_by_number ON read.certificates USING btree (number);

CREATE INDEX certificates_by_user ON read.certificates USING btree (user_id, "position");

CREATE INDEX courses_by_code_and_name ON read.courses USING btree (code, name);

CREATE INDEX courses_present ON read.courses USING btree (added_position) WHERE (NOT withdrawn);

CREATE INDEX courses_search ON read.courses USING gin (search_name public.gin_trgm_ops);

CREATE INDEX enrolments_by_course ON read.enrolments USING btree (course_id) WHERE (NOT has_left);

CREATE INDEX enrolments_by_user ON read.enrolments USING btree (user_id, enrolled_position);

CREATE INDEX notes_by_user ON read.notes USING btree (user_id, taken_position);

CREATE INDEX quizzes_by_course ON read.quizzes USING btree (course_id, finished_position) WHERE (answered > 0);

CREATE INDEX quizzes_by_user ON read.quizzes USING btree (user_id, started_position);

CREATE INDEX quizzes_marked ON read.quizzes USING btree (marked_position) WHERE (marked_position IS NOT NULL);

CREATE INDEX quizzes_to_mark ON read.quizzes USING btree (finished_position) WHERE ((kind = 'written'::text) AND (answered > 0) AND (marked_position IS NULL));

CREATE INDEX reactions_due ON read.reactions USING btree (due_at);

CREATE INDEX reviews_by_lowest ON read.reviews USING btree (rating, reviewed_position DESC) WHERE (NOT removed);

CREATE INDEX reviews_by_rating ON read.reviews USING btree (rating, reviewed_position) WHERE (NOT removed);

CREATE INDEX reviews_by_time ON read.reviews USING btree (reviewed_position) WHERE (NOT removed);

CREATE INDEX reviews_by_user ON read.reviews USING btree (user_id);

CREATE INDEX reviews_of_course ON read.reviews USING btree (course_id, reviewed_position) WHERE (NOT removed);

CREATE INDEX users_by_email ON read.users USING btree (email, registered_position);

CREATE INDEX users_by_type ON read.users USING btree (user_type, registered_position);

CREATE INDEX announcements_seen_by_position ON state.announcements_seen USING btree ("position");

CREATE INDEX learning_by_course ON state.learning USING btree (course_id, user_id);

CREATE INDEX learning_by_user ON state.learning USING btree (user_id);

CREATE INDEX playback_by_user ON state.playback USING btree (user_id, at);

CREATE INDEX present_by_user ON state.present USING btree (user_id);

-- Columns that are not sampled for the planner

alter table read.certificates alter column student_name set statistics 0;

alter table read.certificates alter column name_salt set statistics 0;

alter table read.notes alter column text set statistics 0;

alter table read.quizzes alter column answers set statistics 0;

alter table read.quizzes alter column remark set statistics 0;

alter table read.reviews alter column comment set statistics 0;

alter table read.users alter column name set statistics 0;

alter table read.users alter column email set statistics 0;

alter table read.users alter column image_url set statistics 0;

-- Views

create view analysis.admin_appointed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  learner uuid
);

create view analysis.admin_dismissed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  learner uuid
);

create view analysis.announcement_posted (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  announcement_id uuid,
  learner uuid,
  course_id uuid,
  user_type text,
  type text,
  date date,
  text text
);

create view analysis.announcement_restored (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  announcement_id uuid,
  learner uuid,
  course_id uuid
);

create view analysis.announcement_withdrawn (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  announcement_id uuid,
  learner uuid,
  course_id uuid,
  by text
);

create view analysis.bookmark_removed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid
);

create view analysis.certificate_issued (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  course_name text,
  course_code text,
  instructor text
);

create view analysis.course_added (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  course_id uuid,
  code text,
  name text,
  duration text,
  difficulty text,
  category text,
  details text,
  instructor text,
  price double precision,
  image_url text,
  instructor_id uuid,
  videos text[]
);

create view analysis.course_bookmarked (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid
);

create view analysis.course_edited (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  course_id uuid,
  changes jsonb,
  back_to integer
);

create view analysis.course_removed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  course_id uuid
);

create view analysis.course_restored (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  course_id uuid
);

create view analysis.course_started (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  started_by text
);

create view analysis.log_exported (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  "from" integer,
  "to" integer,
  raw boolean,
  keys text
);

create view analysis.module_completed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  module integer
);

create view analysis.note_edited (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid
);

create view analysis.note_removed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid
);

create view analysis.note_restored (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid
);

create view analysis.note_taken (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  enrolment_id uuid,
  course_called_by text,
  module integer,
  second integer
);

create view analysis.personal_data_read (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  what text,
  learner uuid
);

create view analysis.quiz_finished (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  attempt_id uuid,
  score integer,
  out_of integer,
  late boolean,
  "right" text[]
);

create view analysis.quiz_marked (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  attempt_id uuid,
  marks jsonb
);

create view analysis.quiz_started (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  attempt_id uuid,
  code text,
  kind text,
  question_ids text[],
  deadline timestamp with time zone
);

create view analysis.review_removed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  by text
);

create view analysis.review_restored (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid
);

create view analysis.review_revised (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  course_called_by text,
  rating double precision
);

create view analysis.review_submitted (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid,
  enrolment_id uuid,
  course_called_by text,
  rating double precision
);

create view analysis.student_enrolled (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid
);

create view analysis.student_left (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  record uuid,
  learner uuid,
  course_id uuid
);

create view analysis.user_profile_edited (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  learner uuid
);

create view analysis.user_registered (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  learner uuid,
  user_type text,
  wished_type text
);

create view analysis.user_removed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  learner uuid
);

create view analysis.user_role_changed (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  learner uuid,
  "from" text,
  "to" text
);

create view analysis.user_wish_declined (
  "position" bigint,
  recorded_at timestamp with time zone,
  role text,
  seeded boolean,
  learner uuid,
  wished_type text
);

create view log.history (
  "position" bigint,
  recorded_at timestamp with time zone,
  stream text,
  version integer,
  type text,
  actor_role text
);

-- Functions

CREATE OR REPLACE FUNCTION log.append_batch(request_command uuid[], request_metadata text[], request_last_event integer[], request_key text[], request_body_hash text[], request_status integer[], request_answer text[], expect_request integer[], expect_stream text[], expect_version integer[], event_request integer[], event_stream text[], event_version integer[], event_type text[], event_schema_version integer[], event_data text[], destroy_request integer[], destroy_person uuid[], OUT base bigint, OUT refused json)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
declare
  last_time pg_catalog.timestamptz;
begin
  -- Functions that run as the owner must not look names up where others could have made some. Setting the path for
  -- each call costs 20 µs, a quarter of a lone append; so the session has set it, and here it is only checked.
  if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) 'pg_catalog, pg_temp' then
    raise exception 'An append needs a session with search_path = pg_catalog, pg_temp.';
  end if;
  select head.last_position, head.last_time into base, last_time from log.lock_head() as head;
  refused := log.write_batch(base, greatest(last_time, clock_timestamp()),
    request_command, request_metadata, request_last_event,
    request_key, request_body_hash, request_status, request_answer,
    expect_request, expect_stream, expect_version,
    event_request, event_stream, event_version, event_type, event_schema_version, event_data,
    destroy_request, destroy_person);
end
$function$
;

CREATE OR REPLACE FUNCTION log.append_one(command uuid, metadata text, stream text, expected integer, type text, schema_version integer, data text, assert_stream text[], assert_version integer[], key text, body_hash text, status integer, answer text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
#variable_conflict use_variable
declare
  locked pg_catalog.text;
  base pg_catalog.int8;
begin
  if pg_catalog.current_setting('search_path') operator(pg_catalog.<>) 'pg_catalog, pg_temp' then
    raise exception 'An append needs a session with search_path = pg_catalog, pg_temp.';
  end if;
  -- As an assignment it takes the short way of evaluating expressions.
  locked := pg_advisory_xact_lock(4115200);
  with written as (
    insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select coalesce(last.position, 0) + 1, greatest(last.recorded_at, clock_timestamp()),
          expected + 1, schema_version, command, stream, type, data::json, metadata::json
        from (values (1)) as one
        left join lateral (
          select events.position, events.recorded_at from log.events order by events.position desc limit 1) as last on true
        where coalesce((select events.version from log.events where events.stream = append_one.stream
            order by events.version desc limit 1), 0) = expected
          and (key is null or not exists (select from log.commands where commands.key = append_one.key))
          and (assert_stream is null or not exists (
            select from unnest(assert_stream, assert_version) as other(stream, version)
              where other.version <> coalesce((select events.version from log.events
                where events.stream = other.stream order by events.version desc limit 1), 0)))
      returning events.position, events.recorded_at
  ), stored as (
    insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
      select written.recorded_at, written.position, command, status, key, body_hash, answer::json
        from written where key is not null
  )
  select written.position - 1 into base from written;
  return base;
end
$function$
;

CREATE OR REPLACE FUNCTION log.append_seeded(seeded_at timestamp with time zone, request_command uuid[], request_metadata text[], request_last_event integer[], request_key text[], request_body_hash text[], request_status integer[], request_answer text[], expect_request integer[], expect_stream text[], expect_version integer[], event_request integer[], event_stream text[], event_version integer[], event_type text[], event_schema_version integer[], event_data text[], destroy_request integer[], destroy_person uuid[], OUT base bigint, OUT refused json)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  last_time timestamptz;
begin
  select head.last_position, head.last_time into base, last_time from log.lock_head() as head;
  if base > 0 and not exists (
      select from log.events where position = base and metadata ->> 'seeded' = 'true') then
    raise exception 'The log is no longer being seeded: its last event is an ordinary one.'
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  if seeded_at > clock_timestamp() then
    raise exception 'A seeded event cannot be in the future.' using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from unnest(request_metadata) as sent(metadata)
      where sent.metadata::json ->> 'seeded' is distinct from 'true') then
    raise exception 'A seeded event must say so in its metadata.' using errcode = 'invalid_parameter_value';
  end if;
  refused := log.write_batch(base, greatest(last_time, seeded_at),
    request_command, request_metadata, request_last_event,
    request_key, request_body_hash, request_status, request_answer,
    expect_request, expect_stream, expect_version,
    event_request, event_stream, event_version, event_type, event_schema_version, event_data,
    destroy_request, destroy_person);
end
$function$
;

CREATE OR REPLACE FUNCTION log.drop_past(past text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if past !~ '^lyceum_past_[0-9a-f]{16}$' then
    raise exception '% is no past', past using errcode = 'invalid_parameter_value';
  end if;
  execute format('drop schema if exists %I cascade', past);
end
$function$
;

CREATE OR REPLACE FUNCTION log.drop_replay(name text, dependents boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  replay oid := (select oid from pg_namespace where nspname = name);
  ways text := case when dependents then 'cascade' else 'restrict' end;
  own text;
begin
  if obj_description(replay, 'pg_namespace') is null
    or obj_description(replay, 'pg_namespace') not like 'Lyceum replay: %' then
    raise exception 'There is a schema % already', name using errcode = 'duplicate_schema';
  end if;
  select string_agg(format('%I.%I', name, relname), ', ') into own from pg_class
    where relnamespace = replay and relkind = 'r' and relowner = 'lyceum_projector'::regrole;
  if own is not null then
    execute format('drop table %s %s', own, ways);
  end if;
  execute format('drop schema %I %s', name, ways);
end
$function$
;

CREATE OR REPLACE FUNCTION log.expire_commands(keep interval DEFAULT '30 days'::interval, batch integer DEFAULT 5000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  forgotten integer;
begin
  if keep < interval '1 day' then
    raise exception 'Answers are kept for a day at least.' using errcode = 'invalid_parameter_value';
  end if;
  delete from log.commands where ctid = any (array(
    select old.ctid from log.commands as old where old.recorded_at < now() - keep limit batch));
  get diagnostics forgotten = row_count;
  return forgotten;
end
$function$
;

CREATE OR REPLACE FUNCTION log.keep_past(past text, name text, said text, replace boolean, dependents boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if past !~ '^lyceum_past_[0-9a-f]{16}$' or name !~ '^[a-z_][a-z0-9_]{0,62}$' or name ~ '^(pg_|lyceum_past_)' then
    raise exception '% cannot be kept as %', past, name using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from pg_namespace where nspname = name) then
    if not replace then
      raise exception 'There is a schema % already', name using errcode = 'duplicate_schema';
    end if;
    perform log.drop_replay(name, dependents);
  end if;
  execute format('alter schema %I rename to %I', past, name);
  execute format('revoke create on schema %I from lyceum_projector', name);
  execute format('grant usage on schema %I to lyceum_analyst', name);
  execute format('comment on schema %I is %L', name, 'Lyceum replay: ' || said);
end
$function$
;

CREATE OR REPLACE FUNCTION log.lock_head(OUT last_position bigint, OUT last_time timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(4115200);
  select events.position, events.recorded_at into last_position, last_time
    from log.events order by events.position desc limit 1;
  last_position := coalesce(last_position, 0);
  last_time := coalesce(last_time, '-infinity');
end
$function$
;

CREATE OR REPLACE FUNCTION log.lost_with_replay(name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '1s'
AS $function$
declare
  lost text;
begin
  begin
    perform log.drop_replay(name, false);
    raise exception 'taken back' using errcode = 'LY001';
  exception
    when sqlstate 'LY001' or lock_not_available then
      return null;
    when dependent_objects_still_exist then
      get stacked diagnostics lost = pg_exception_detail;
      return lost;
  end;
end
$function$
;

CREATE OR REPLACE FUNCTION log.make_past(past text, with_state boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  state_table text;
begin
  if past !~ '^lyceum_past_[0-9a-f]{16}$' then
    raise exception '% is no name for a past', past using errcode = 'invalid_parameter_value';
  end if;
  execute format('create schema %I', past);
  execute format('grant usage, create on schema %I to lyceum_projector', past);
  if not with_state then
    return;
  end if;
  execute format('grant usage on schema %I to lyceum_reader', past);
  for state_table in select relname from pg_class where relnamespace = 'state'::regnamespace and relkind = 'r' loop
    execute format('create table %I.%I (like state.%I)', past, state_table, state_table);
    execute format('grant select on %I.%I to lyceum_reader', past, state_table);
  end loop;
end
$function$
;

CREATE OR REPLACE FUNCTION log.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% on %.% is refused: history is only ever appended to.', tg_op, tg_table_schema, tg_table_name
    using errcode = 'restrict_violation';
end
$function$
;

CREATE OR REPLACE FUNCTION log.refuse_other_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from log.events) then
    raise exception '% on %.% is refused: history is only ever appended to.', tg_op, tg_table_schema, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION log.write_batch(last_position bigint, this_time timestamp with time zone, request_command uuid[], request_metadata text[], request_last_event integer[], request_key text[], request_body_hash text[], request_status integer[], request_answer text[], expect_request integer[], expect_stream text[], expect_version integer[], event_request integer[], event_stream text[], event_version integer[], event_type text[], event_schema_version integer[], event_data text[], destroy_request integer[], destroy_person uuid[], OUT refused json)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  refused_requests integer[];
begin
  with known as (
    select sent.request, sent.body_hash = done.body_hash as same, done.position, done.status, done.answer
      from unnest(request_key, request_body_hash) with ordinality as sent(key, body_hash, request)
      join log.commands as done on done.key = sent.key
  ), conflict as (
    select distinct on (expected.request) expected.request, expected.stream, coalesce(last.version, 0) as version
      from unnest(expect_request, expect_stream, expect_version) with ordinality
        as expected(request, stream, version, place)
      left join lateral (
        select events.version from log.events where events.stream = expected.stream
          order by events.version desc limit 1) as last on true
      where coalesce(last.version, 0) <> expected.version
      order by expected.request, expected.place
  ), refusal as (
    select request::integer, case when same then 'repeated' else 'key-reused' end as outcome,
        position, status, answer, null::text as stream, null::integer as version
      from known
    union all
    select request, 'conflict', null, null, null, stream, version from conflict
      where request not in (select known.request from known)
  )
  select array_agg(refusal.request), json_agg(refusal) into refused_requests, refused from refusal;

  if refused_requests is null then
    insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select last_position + written.place, this_time, written.version, written.schema_version,
          request_command[written.request], written.stream, written.type, written.data::json,
          request_metadata[written.request]::json
        from unnest(event_request, event_stream, event_version, event_type, event_schema_version, event_data)
          with ordinality as written(request, stream, version, type, schema_version, data, place);
    insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
      select this_time, last_position + sent.last_event, sent.command, sent.status, sent.key, sent.body_hash,
          sent.answer::json
        from unnest(request_command, request_last_event, request_key, request_body_hash, request_status, request_answer)
          as sent(command, last_event, key, body_hash, status, answer)
        where sent.key is not null;
  else
    insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select last_position + row_number() over (order by written.place), this_time, written.version,
          written.schema_version, request_command[written.request], written.stream, written.type,
          written.data::json, request_metadata[written.request]::json
        from unnest(event_request, event_stream, event_version, event_type, event_schema_version, event_data)
          with ordinality as written(request, stream, version, type, schema_version, data, place)
        where written.request <> all (refused_requests);
    insert into log.commands (recorded_at, position, command_id, status, key, body_hash, answer)
      select this_time, last_position + coalesce(written.place, 0),
          request_command[sent.request], sent.status, sent.key, sent.body_hash, sent.answer::json
        from unnest(request_key, request_body_hash, request_status, request_answer) with ordinality
          as sent(key, body_hash, status, answer, request)
        left join (
          select numbered.request, max(numbered.place) as place from (
            select accepted.request, row_number() over (order by accepted.place) as place
              from unnest(event_request) with ordinality as accepted(request, place)
              where accepted.request <> all (refused_requests)) as numbered
            group by numbered.request) as written on written.request = sent.request
        where sent.key is not null and sent.request <> all (refused_requests);
  end if;

  if destroy_person <> '{}' then
    perform vault.destroy(array_agg(removed.person))
      from unnest(destroy_request, destroy_person) as removed(request, person)
      where refused_requests is null or removed.request <> all (refused_requests)
      having count(*) > 0;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION state.end_presence(node uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from state.nodes where nodes.id = end_presence.node;
  if found then
    perform pg_notify('lyceum_presence', '');
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION state.forget_announcements_seen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from state.announcements_seen where user_id = new.person;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION state.forget_playback()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from state.playback where user_id = new.person;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION state.forget_presence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from state.present where user_id = new.person;
  delete from state.learning where user_id = new.person;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION state.keep_playback(person uuid, enrolment uuid, module smallint, second integer, seconds_ago integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from vault.keys where keys.person = keep_playback.person and keys.destroyed_at is null for share;
  if not found then
    return 'removed';
  end if;
  insert into state.playback as known (enrolment_id, user_id, module, second, at)
    values (keep_playback.enrolment, keep_playback.person, keep_playback.module, keep_playback.second,
      clock_timestamp() - make_interval(secs => keep_playback.seconds_ago))
    on conflict (enrolment_id) do update
      set module = excluded.module, second = excluded.second, at = excluded.at
      where known.user_id = excluded.user_id and known.at <= excluded.at;
  return case when found then 'kept' else 'older' end;
end
$function$
;

CREATE OR REPLACE FUNCTION state.keep_presence(node uuid, name text, seconds double precision, sockets integer, visitors integer, whole boolean, gone uuid[], arrived uuid[], ended_people uuid[], ended_courses uuid[], begun_people uuid[], begun_courses uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  until timestamptz := clock_timestamp() + make_interval(secs => keep_presence.seconds);
  changed json;
begin
  -- First of all: a removal that holds a key must never wait for rows of this beat.
  perform from vault.keys where person = any(arrived || begun_people) and destroyed_at is null order by person for share;
  if whole then
    delete from state.nodes where nodes.id = keep_presence.node;
    insert into state.nodes (id, name, sockets, visitors, since, expires_at)
      values (node, keep_presence.name, keep_presence.sockets, keep_presence.visitors, clock_timestamp(), until);
  else
    update state.nodes set sockets = keep_presence.sockets, visitors = keep_presence.visitors, expires_at = until
      where nodes.id = keep_presence.node;
    if not found then
      return false;
    end if;
  end if;

  delete from state.present where present.node = keep_presence.node and user_id = any(gone);
  delete from state.learning using unnest(ended_people, ended_courses) as ended(person, course)
    where learning.node = keep_presence.node and user_id = ended.person and course_id = ended.course;
  insert into state.present (node, user_id)
    select keep_presence.node, keys.person from vault.keys
      where keys.person = any(arrived) and destroyed_at is null
    on conflict do nothing;
  insert into state.learning (node, user_id, course_id)
    select keep_presence.node, keys.person, begun.course
      from unnest(begun_people, begun_courses) as begun(person, course)
      join vault.keys on keys.person = begun.person and destroyed_at is null
    on conflict do nothing;

  -- The other nodes count anew: these courses, or all where they are too many for a notification.
  select json_agg(course) into changed
    from (select distinct course from unnest(ended_courses || begun_courses) as course limit 101) as courses;
  if whole or json_array_length(changed) > 100 then
    perform pg_notify('lyceum_presence', '');
  elsif changed is not null then
    perform pg_notify('lyceum_presence', changed::text);
  end if;

  -- A quiet beat clears away nodes that went out long ago; one that is writing just now is left alone.
  if cardinality(gone) + cardinality(ended_people) = 0 then
    delete from state.nodes where nodes.id in (
      select old.id from state.nodes as old where old.expires_at < clock_timestamp() - interval '1 minute'
        for update skip locked);
  end if;
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION state.see_announcements(person uuid, seen bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  upto bigint;
  now_at bigint;
begin
  perform from vault.keys where keys.person = see_announcements.person and keys.destroyed_at is null for share;
  if not found then
    return null;
  end if;
  select least(see_announcements.seen, coalesce(max(events.position), 0)) into upto from log.events;
  insert into state.announcements_seen as known (user_id, position, at)
    values (see_announcements.person, upto, clock_timestamp())
    on conflict (user_id) do update set position = excluded.position, at = excluded.at
      where known.position < excluded.position
    returning known.position into now_at;
  if found then
    perform pg_notify('lyceum_seen', json_build_object('person', see_announcements.person, 'position', now_at)::text);
    return now_at;
  end if;
  select known.position into now_at from state.announcements_seen as known
    where known.user_id = see_announcements.person;
  return now_at;
end
$function$
;

CREATE OR REPLACE FUNCTION vault.destroy(persons uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  destroyed integer;
begin
  insert into vault.keys as kept (person, destroyed_at)
    select distinct person, now() from unnest(persons) as removed(person) order by person
    on conflict (person) do update
      set destroyed_at = excluded.destroyed_at, wrapped = null, master_key_id = null
      where kept.destroyed_at is null;
  get diagnostics destroyed = row_count;
  perform pg_notify('lyceum_vault', person::text) from unnest(persons) as removed(person);
  return destroyed;
end
$function$
;

CREATE OR REPLACE FUNCTION vault.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.destroyed_at is not null then
    raise exception 'The key of % was destroyed and stays so.', old.person using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$
;

-- Triggers

CREATE TRIGGER answers_are_kept BEFORE UPDATE OR TRUNCATE ON log.commands FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();

CREATE TRIGGER events_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON log.events FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();

CREATE TRIGGER identity_is_kept BEFORE DELETE OR TRUNCATE ON log.identity FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();

CREATE TRIGGER identity_is_kept_with_history BEFORE UPDATE ON log.identity FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_other_identity();

CREATE TRIGGER seals_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON log.seals FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();

CREATE TRIGGER destroyed_keys_stay BEFORE UPDATE ON vault.keys FOR EACH ROW EXECUTE FUNCTION vault.refuse_change();

CREATE TRIGGER forget_announcements_seen AFTER INSERT OR UPDATE ON vault.keys FOR EACH ROW WHEN ((new.destroyed_at IS NOT NULL)) EXECUTE FUNCTION state.forget_announcements_seen();

CREATE TRIGGER forget_playback AFTER INSERT OR UPDATE ON vault.keys FOR EACH ROW WHEN ((new.destroyed_at IS NOT NULL)) EXECUTE FUNCTION state.forget_playback();

CREATE TRIGGER forget_presence AFTER INSERT OR UPDATE ON vault.keys FOR EACH ROW WHEN ((new.destroyed_at IS NOT NULL)) EXECUTE FUNCTION state.forget_presence();

-- Privileges (the owner has all)

grant execute on function log.append_batch(uuid[],text[],integer[],text[],text[],integer[],text[],integer[],text[],integer[],integer[],text[],integer[],text[],integer[],text[],integer[],uuid[]) to lyceum_command;

grant execute on function log.append_one(uuid,text,text,integer,text,integer,text,text[],integer[],text,text,integer,text) to lyceum_command;

grant execute on function log.drop_past(text) to lyceum_projector;

grant execute on function log.expire_commands(interval,integer) to lyceum_projector;

grant execute on function log.keep_past(text,text,text,boolean,boolean) to lyceum_projector;

grant execute on function log.lost_with_replay(text) to lyceum_projector;

grant execute on function log.make_past(text,boolean) to lyceum_projector;

grant execute on function state.end_presence(uuid) to lyceum_reader;

grant execute on function state.keep_playback(uuid,uuid,smallint,integer,integer) to lyceum_command;

grant execute on function state.keep_presence(uuid,text,double precision,integer,integer,boolean,uuid[],uuid[],uuid[],uuid[],uuid[],uuid[]) to lyceum_reader;

grant execute on function state.see_announcements(uuid,bigint) to lyceum_command;

grant execute on function vault.destroy(uuid[]) to lyceum_projector;

grant select on new tables in read to lyceum_command;

grant delete, insert, select, truncate, update on new tables in read to lyceum_projector;

grant select on new tables in read to lyceum_reader;

grant delete, insert, select, update on new tables in state to lyceum_command;

grant select on new tables in state to lyceum_reader;

grant usage on schema analysis to lyceum_analyst;

grant usage on schema log to lyceum_analyst;

grant usage on schema log to lyceum_command;

grant usage on schema log to lyceum_projector;

grant usage on schema log to lyceum_reader;

grant usage on schema read to lyceum_analyst;

grant usage on schema read to lyceum_command;

grant create, usage on schema read to lyceum_projector;

grant usage on schema read to lyceum_reader;

grant usage on schema state to lyceum_command;

grant usage on schema state to lyceum_reader;

grant usage on schema vault to lyceum_command;

grant usage on schema vault to lyceum_projector;

grant select on table analysis.admin_appointed to lyceum_analyst;

grant select on table analysis.admin_dismissed to lyceum_analyst;

grant select on table analysis.announcement_posted to lyceum_analyst;

grant select on table analysis.announcement_restored to lyceum_analyst;

grant select on table analysis.announcement_withdrawn to lyceum_analyst;

grant select on table analysis.bookmark_removed to lyceum_analyst;

grant select on table analysis.certificate_issued to lyceum_analyst;

grant select on table analysis.course_added to lyceum_analyst;

grant select on table analysis.course_bookmarked to lyceum_analyst;

grant select on table analysis.course_edited to lyceum_analyst;

grant select on table analysis.course_removed to lyceum_analyst;

grant select on table analysis.course_restored to lyceum_analyst;

grant select on table analysis.course_started to lyceum_analyst;

grant select on table analysis.log_exported to lyceum_analyst;

grant select on table analysis.module_completed to lyceum_analyst;

grant select on table analysis.note_edited to lyceum_analyst;

grant select on table analysis.note_removed to lyceum_analyst;

grant select on table analysis.note_restored to lyceum_analyst;

grant select on table analysis.note_taken to lyceum_analyst;

grant select on table analysis.personal_data_read to lyceum_analyst;

grant select on table analysis.quiz_finished to lyceum_analyst;

grant select on table analysis.quiz_marked to lyceum_analyst;

grant select on table analysis.quiz_started to lyceum_analyst;

grant select on table analysis.review_removed to lyceum_analyst;

grant select on table analysis.review_restored to lyceum_analyst;

grant select on table analysis.review_revised to lyceum_analyst;

grant select on table analysis.review_submitted to lyceum_analyst;

grant select on table analysis.student_enrolled to lyceum_analyst;

grant select on table analysis.student_left to lyceum_analyst;

grant select on table analysis.user_profile_edited to lyceum_analyst;

grant select on table analysis.user_registered to lyceum_analyst;

grant select on table analysis.user_removed to lyceum_analyst;

grant select on table analysis.user_role_changed to lyceum_analyst;

grant select on table analysis.user_wish_declined to lyceum_analyst;

grant select on table log.commands to lyceum_command;

grant select on table log.events to lyceum_command;

grant select on table log.events to lyceum_projector;

grant select on table log.events to lyceum_reader;

grant select on table log.history to lyceum_analyst;

grant select on table log.identity to lyceum_command;

grant select on table log.identity to lyceum_projector;

grant select on table log.identity to lyceum_reader;

grant select on table log.pseudonym_key to lyceum_reader;

grant select on table log.seals to lyceum_analyst;

grant select on table log.seals to lyceum_command;

grant insert, select on table log.seals to lyceum_projector;

grant select on table log.seals to lyceum_reader;

grant select on table read.activity to lyceum_command;

grant select on table read.activity to lyceum_reader;

grant select on table read.announcements to lyceum_command;

grant select on table read.announcements to lyceum_reader;

grant select on table read.audit to lyceum_command;

grant select on table read.audit to lyceum_reader;

grant select on table read.bookmarks to lyceum_command;

grant select on table read.bookmarks to lyceum_reader;

grant select on table read.certificates to lyceum_command;

grant select on table read.certificates to lyceum_reader;

grant select on table read.checkpoints to lyceum_command;

grant select on table read.checkpoints to lyceum_reader;

grant select on table read.course_ratings to lyceum_command;

grant select on table read.course_ratings to lyceum_reader;

grant select on table read.courses to lyceum_command;

grant select on table read.courses to lyceum_reader;

grant select on table read.enrolments to lyceum_command;

grant select on table read.enrolments to lyceum_reader;

grant select on table read.insight_attempts to lyceum_command;

grant select on table read.insight_attempts to lyceum_reader;

grant select on table read.insight_counted to lyceum_command;

grant select on table read.insight_counted to lyceum_reader;

grant select on table read.insight_courses to lyceum_command;

grant select on table read.insight_courses to lyceum_reader;

grant select on table read.insight_quarters to lyceum_command;

grant select on table read.insight_quarters to lyceum_reader;

grant select on table read.insight_questions to lyceum_command;

grant select on table read.insight_questions to lyceum_reader;

grant select on table read.notes to lyceum_command;

grant select on table read.notes to lyceum_reader;

grant select on table read.parked to lyceum_command;

grant select on table read.parked to lyceum_reader;

grant select on table read.quizzes to lyceum_command;

grant select on table read.quizzes to lyceum_reader;

grant select on table read.reactions to lyceum_command;

grant select on table read.reactions to lyceum_reader;

grant select on table read.reactors to lyceum_command;

grant select on table read.reactors to lyceum_reader;

grant select on table read.reviews to lyceum_command;

grant select on table read.reviews to lyceum_reader;

grant select on table read.users to lyceum_command;

grant select on table read.users to lyceum_reader;

grant select on table state.announcements_seen to lyceum_command;

grant select on table state.announcements_seen to lyceum_reader;

grant select on table state.learning to lyceum_command;

grant select on table state.learning to lyceum_reader;

grant select on table state.nodes to lyceum_command;

grant select on table state.nodes to lyceum_reader;

grant select on table state.playback to lyceum_command;

grant select on table state.playback to lyceum_reader;

grant select on table state.present to lyceum_command;

grant select on table state.present to lyceum_reader;

grant insert(master_key_id), insert(person), insert(wrapped), select on table vault.keys to lyceum_command;

grant select on table vault.keys to lyceum_projector;
