-- What analysts work with: a view for each kind of event, its data as columns, persons under pseudonyms. The views are made
-- by tooling/analysis/views.ts; a kind of event that is new, or changed, comes with a migration that holds its view.
create schema analysis;
grant usage on schema analysis to lyceum_analyst;
comment on schema analysis is 'For lyceum_analyst: one view for each kind of event. Persons appear under pseudonyms.';

-- The two keys that RFC 2104 makes of one: the views hash with them.
alter table log.pseudonym_key add column inner_pad bytea, add column outer_pad bytea;
do $$
declare
  secret bytea := (select key from log.pseudonym_key);
  inner_of_it bytea := '';
  outer_of_it bytea := '';
  part integer;
begin
  for place in 0..63 loop
    part := case when place < 32 then get_byte(secret, place) else 0 end;
    inner_of_it := inner_of_it || set_byte('\x00', 0, part # 54);
    outer_of_it := outer_of_it || set_byte('\x00', 0, part # 92);
  end loop;
  update log.pseudonym_key set (inner_pad, outer_pad) = row (inner_of_it, outer_of_it);
end
$$;
alter table log.pseudonym_key alter column inner_pad set not null, alter column outer_pad set not null;

drop view if exists analysis.course_added;
create view analysis.course_added with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 8)::uuid as "course_id",
    (data ->> 'code') as "code",
    (data ->> 'name') as "name",
    (data ->> 'duration') as "duration",
    (data ->> 'difficulty') as "difficulty",
    (data ->> 'category') as "category",
    (data ->> 'details') as "details",
    (data ->> 'instructor') as "instructor",
    (data ->> 'price')::double precision as "price",
    (data ->> 'imageUrl') as "image_url",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'instructorId')::uuid))), 1, 16) as hash offset 0) as hashed) as "instructor_id",
    case json_typeof(data -> 'videos') when 'array' then array(select json_array_elements_text(data -> 'videos')) end as "videos"
    from log.events cross join log.pseudonym_key
   where type = 'CourseAdded';
comment on view analysis.course_added is 'A course was added to the catalogue.';
grant select on analysis.course_added to lyceum_analyst;

drop view if exists analysis.course_edited;
create view analysis.course_edited with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 8)::uuid as "course_id",
    (data -> 'changes')::jsonb - array['instructorId'] as "changes",
    (data ->> 'backTo')::integer as "back_to"
    from log.events cross join log.pseudonym_key
   where type = 'CourseEdited';
comment on view analysis.course_edited is 'Facts of a course were edited; only what changed is there.';
grant select on analysis.course_edited to lyceum_analyst;

drop view if exists analysis.course_removed;
create view analysis.course_removed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 8)::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'CourseRemoved';
comment on view analysis.course_removed is 'A course left the catalogue.';
grant select on analysis.course_removed to lyceum_analyst;

drop view if exists analysis.course_restored;
create view analysis.course_restored with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 8)::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'CourseRestored';
comment on view analysis.course_restored is 'A removed course came back.';
grant select on analysis.course_restored to lyceum_analyst;

drop view if exists analysis.user_registered;
create view analysis.user_registered with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'userType') as "user_type",
    (data ->> 'wishedType') as "wished_type"
    from log.events cross join log.pseudonym_key
   where type = 'UserRegistered';
comment on view analysis.user_registered is 'A person registered with the school.';
grant select on analysis.user_registered to lyceum_analyst;

drop view if exists analysis.user_profile_edited;
create view analysis.user_profile_edited with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'UserProfileEdited';
comment on view analysis.user_profile_edited is 'A person changed their name or picture.';
grant select on analysis.user_profile_edited to lyceum_analyst;

drop view if exists analysis.user_role_changed;
create view analysis.user_role_changed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'from') as "from",
    (data ->> 'to') as "to"
    from log.events cross join log.pseudonym_key
   where type = 'UserRoleChanged';
comment on view analysis.user_role_changed is 'An admin changed a person''s role; a waiting wish is settled by it.';
grant select on analysis.user_role_changed to lyceum_analyst;

drop view if exists analysis.user_wish_declined;
create view analysis.user_wish_declined with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'wishedType') as "wished_type"
    from log.events cross join log.pseudonym_key
   where type = 'UserWishDeclined';
comment on view analysis.user_wish_declined is 'An admin declined the role that a person had wished for.';
grant select on analysis.user_wish_declined to lyceum_analyst;

drop view if exists analysis.user_removed;
create view analysis.user_removed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'UserRemoved';
comment on view analysis.user_removed is 'A person was removed; their key is destroyed and their personal data can''t be read again.';
grant select on analysis.user_removed to lyceum_analyst;

drop view if exists analysis.admin_appointed;
create view analysis.admin_appointed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'AdminAppointed';
comment on view analysis.admin_appointed is 'A person became an Admin.';
grant select on analysis.admin_appointed to lyceum_analyst;

drop view if exists analysis.admin_dismissed;
create view analysis.admin_dismissed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'AdminDismissed';
comment on view analysis.admin_dismissed is 'A person is no longer an Admin.';
grant select on analysis.admin_dismissed to lyceum_analyst;

drop view if exists analysis.course_bookmarked;
create view analysis.course_bookmarked with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 10)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'CourseBookmarked';
comment on view analysis.course_bookmarked is 'A student bookmarked a course.';
grant select on analysis.course_bookmarked to lyceum_analyst;

drop view if exists analysis.bookmark_removed;
create view analysis.bookmark_removed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 10)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'BookmarkRemoved';
comment on view analysis.bookmark_removed is 'A student took a bookmark away.';
grant select on analysis.bookmark_removed to lyceum_analyst;

drop view if exists analysis.student_enrolled;
create view analysis.student_enrolled with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'StudentEnrolled';
comment on view analysis.student_enrolled is 'A student enrolled in a course, or came back after leaving it; progress is kept.';
grant select on analysis.student_enrolled to lyceum_analyst;

drop view if exists analysis.student_left;
create view analysis.student_left with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'StudentLeft';
comment on view analysis.student_left is 'A student left a course; what was done in it is kept for a return.';
grant select on analysis.student_left to lyceum_analyst;

drop view if exists analysis.course_started;
create view analysis.course_started with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'startedBy') as "started_by"
    from log.events cross join log.pseudonym_key
   where type = 'CourseStarted';
comment on view analysis.course_started is 'A student started the progress of a course.';
grant select on analysis.course_started to lyceum_analyst;

drop view if exists analysis.module_completed;
create view analysis.module_completed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'module')::integer as "module"
    from log.events cross join log.pseudonym_key
   where type = 'ModuleCompleted';
comment on view analysis.module_completed is 'A student completed the next of the five modules.';
grant select on analysis.module_completed to lyceum_analyst;

drop view if exists analysis.certificate_issued;
create view analysis.certificate_issued with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'courseName') as "course_name",
    (data ->> 'courseCode') as "course_code",
    (data ->> 'instructor') as "instructor"
    from log.events cross join log.pseudonym_key
   where type = 'CertificateIssued';
comment on view analysis.certificate_issued is 'A student collected the certificate of a completed course: what was true on that day.';
grant select on analysis.certificate_issued to lyceum_analyst;

drop view if exists analysis.quiz_started;
create view analysis.quiz_started with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'attemptId')::uuid))), 1, 16) as hash offset 0) as hashed) as "attempt_id",
    (data ->> 'code') as "code",
    (data ->> 'kind') as "kind",
    case json_typeof(data -> 'questionIds') when 'array' then array(select json_array_elements_text(data -> 'questionIds')) end as "question_ids",
    (data ->> 'deadline')::timestamptz as "deadline"
    from log.events cross join log.pseudonym_key
   where type = 'QuizStarted';
comment on view analysis.quiz_started is 'A student started a quiz; its questions were drawn and its deadline set.';
grant select on analysis.quiz_started to lyceum_analyst;

drop view if exists analysis.quiz_finished;
create view analysis.quiz_finished with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'attemptId')::uuid))), 1, 16) as hash offset 0) as hashed) as "attempt_id",
    (data ->> 'score')::integer as "score",
    (data ->> 'outOf')::integer as "out_of",
    (data ->> 'late')::boolean as "late",
    case json_typeof(data -> 'right') when 'array' then array(select json_array_elements_text(data -> 'right')) end as "right"
    from log.events cross join log.pseudonym_key
   where type = 'QuizFinished';
comment on view analysis.quiz_finished is 'A quiz was submitted: in time with its answers, or too late with none.';
grant select on analysis.quiz_finished to lyceum_analyst;

drop view if exists analysis.quiz_marked;
create view analysis.quiz_marked with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'attemptId')::uuid))), 1, 16) as hash offset 0) as hashed) as "attempt_id",
    (data -> 'marks')::jsonb as "marks"
    from log.events cross join log.pseudonym_key
   where type = 'QuizMarked';
comment on view analysis.quiz_marked is 'An instructor or an admin marked a written quiz, or changed the marks.';
grant select on analysis.quiz_marked to lyceum_analyst;

drop view if exists analysis.review_submitted;
create view analysis.review_submitted with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 8)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'enrolmentId')::uuid))), 1, 16) as hash offset 0) as hashed) as "enrolment_id",
    (data ->> 'courseCalledBy') as "course_called_by",
    (data ->> 'rating')::double precision as "rating"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewSubmitted';
comment on view analysis.review_submitted is 'A student who completed a course reviewed it, for the first time or after the last review was removed.';
grant select on analysis.review_submitted to lyceum_analyst;

drop view if exists analysis.review_revised;
create view analysis.review_revised with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 8)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'courseCalledBy') as "course_called_by",
    (data ->> 'rating')::double precision as "rating"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewRevised';
comment on view analysis.review_revised is 'A student reviewed the same course again; the new words replace the old.';
grant select on analysis.review_revised to lyceum_analyst;

drop view if exists analysis.review_removed;
create view analysis.review_removed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 8)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'by') as "by"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewRemoved';
comment on view analysis.review_removed is 'A review was removed, by its author or an admin. It names its author, whoever acted.';
grant select on analysis.review_removed to lyceum_analyst;

drop view if exists analysis.review_restored;
create view analysis.review_restored with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 8)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewRestored';
comment on view analysis.review_restored is 'An admin brought back, as it was, a review that an admin had removed.';
grant select on analysis.review_restored to lyceum_analyst;

drop view if exists analysis.note_taken;
create view analysis.note_taken with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'enrolmentId')::uuid))), 1, 16) as hash offset 0) as hashed) as "enrolment_id",
    (data ->> 'courseCalledBy') as "course_called_by",
    (data ->> 'module')::integer as "module",
    (data ->> 'second')::integer as "second"
    from log.events cross join log.pseudonym_key
   where type = 'NoteTaken';
comment on view analysis.note_taken is 'A student took a note in a course.';
grant select on analysis.note_taken to lyceum_analyst;

drop view if exists analysis.note_edited;
create view analysis.note_edited with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'NoteEdited';
comment on view analysis.note_edited is 'A student changed the text of a note.';
grant select on analysis.note_edited to lyceum_analyst;

drop view if exists analysis.note_removed;
create view analysis.note_removed with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'NoteRemoved';
comment on view analysis.note_removed is 'A student removed a note.';
grant select on analysis.note_removed to lyceum_analyst;

drop view if exists analysis.note_restored;
create view analysis.note_restored with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'NoteRestored';
comment on view analysis.note_restored is 'A student took the removal of a note back.';
grant select on analysis.note_restored to lyceum_analyst;

drop view if exists analysis.announcement_posted;
create view analysis.announcement_posted with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 14)::uuid as "announcement_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'userType') as "user_type",
    (data ->> 'type') as "type",
    (data ->> 'date')::date as "date",
    (data ->> 'text') as "text"
    from log.events cross join log.pseudonym_key
   where type = 'AnnouncementPosted';
comment on view analysis.announcement_posted is 'An instructor or an admin announced something, to everybody or to those enrolled in one course.';
grant select on analysis.announcement_posted to lyceum_analyst;

drop view if exists analysis.announcement_withdrawn;
create view analysis.announcement_withdrawn with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 14)::uuid as "announcement_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'by') as "by"
    from log.events cross join log.pseudonym_key
   where type = 'AnnouncementWithdrawn';
comment on view analysis.announcement_withdrawn is 'An announcement was withdrawn, by its poster or an admin.';
grant select on analysis.announcement_withdrawn to lyceum_analyst;

drop view if exists analysis.announcement_restored;
create view analysis.announcement_restored with (security_barrier) as
  select
    position as "position",
    recorded_at as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 14)::uuid as "announcement_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'AnnouncementRestored';
comment on view analysis.announcement_restored is 'A withdrawn announcement came back as it was.';
grant select on analysis.announcement_restored to lyceum_analyst;
