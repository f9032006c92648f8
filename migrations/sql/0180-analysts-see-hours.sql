-- Analysts could undo every pseudonym: log.history showed real stream ids at the positions that the pseudonymous views show,
-- and positions and exact times stand beside names in public answers. From here on analysts read the schema analysis and
-- replays, and nothing else. The views show hours instead of times, a number in place of the position, and no pseudonym
-- where the act is public. An event appears when its hour is over.
revoke select on log.history, log.seals from lyceum_analyst;
drop view log.history;
revoke usage on schema log, read from lyceum_analyst;

-- Replays of before contain positions and exact times: they stay for their owner, to be replaced.
do $$
declare
  replay name;
begin
  for replay in select nspname from pg_namespace where obj_description(oid, 'pg_namespace') like 'Lyceum replay: %' loop
    execute format('revoke usage on schema %I from lyceum_analyst', replay);
  end loop;
end
$$;

-- Every role may listen, so notifications must contain no ids of persons. The vault's caches are emptied as a whole.
create or replace function vault.destroy(persons uuid[]) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  destroyed integer;
begin
  insert into vault.keys as kept (person, destroyed_at)
    select distinct person, now() from unnest(persons) as removed(person) order by person
    on conflict (person) do update
      set destroyed_at = excluded.destroyed_at, wrapped = null, master_key_id = null
      where kept.destroyed_at is null;
  get diagnostics destroyed = row_count;
  if cardinality(persons) > 0 then
    perform pg_notify('lyceum_vault', '');
  end if;
  return destroyed;
end
$$;

-- Each move of a person's place has a new random number. The notification contains it, and only lyceum_reader can look it up.
alter table state.announcements_seen add column change uuid not null default gen_random_uuid();
create unique index announcements_seen_by_change on state.announcements_seen (change);

create or replace function state.see_announcements(person uuid, seen bigint) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  upto bigint;
  now_at bigint;
  changed uuid;
begin
  perform from vault.keys where keys.person = see_announcements.person and keys.destroyed_at is null for share;
  if not found then
    return null;
  end if;
  select least(see_announcements.seen, coalesce(max(events.position), 0)) into upto from log.events;
  insert into state.announcements_seen as known (user_id, position, at)
    values (see_announcements.person, upto, clock_timestamp())
    on conflict (user_id) do update
      set position = excluded.position, at = excluded.at, change = excluded.change
      where known.position < excluded.position
    returning known.position, known.change into now_at, changed;
  if found then
    perform pg_notify('lyceum_seen', changed::text);
    return now_at;
  end if;
  select known.position into now_at from state.announcements_seen as known
    where known.user_id = see_announcements.person;
  return now_at;
end
$$;

drop view if exists analysis.course_added;
create view analysis.course_added with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
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
   where type = 'CourseAdded' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.course_added is 'A course was added to the catalogue.';
grant select on analysis.course_added to lyceum_analyst;

drop view if exists analysis.course_edited;
create view analysis.course_edited with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 8)::uuid as "course_id",
    (data -> 'changes')::jsonb - array['instructorId'] as "changes",
    (data ->> 'backTo')::integer as "back_to"
    from log.events cross join log.pseudonym_key
   where type = 'CourseEdited' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.course_edited is 'A course was edited; the event holds only the fields that changed.';
grant select on analysis.course_edited to lyceum_analyst;

drop view if exists analysis.course_removed;
create view analysis.course_removed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 8)::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'CourseRemoved' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.course_removed is 'A course was removed from the catalogue.';
grant select on analysis.course_removed to lyceum_analyst;

drop view if exists analysis.course_restored;
create view analysis.course_restored with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 8)::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'CourseRestored' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.course_restored is 'A removed course was restored.';
grant select on analysis.course_restored to lyceum_analyst;

drop view if exists analysis.user_registered;
create view analysis.user_registered with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'userType') as "user_type",
    (data ->> 'wishedType') as "wished_type"
    from log.events cross join log.pseudonym_key
   where type = 'UserRegistered' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.user_registered is 'A user registered.';
grant select on analysis.user_registered to lyceum_analyst;

drop view if exists analysis.user_profile_edited;
create view analysis.user_profile_edited with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded"
    from log.events cross join log.pseudonym_key
   where type = 'UserProfileEdited' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.user_profile_edited is 'A user changed their name or picture.';
grant select on analysis.user_profile_edited to lyceum_analyst;

drop view if exists analysis.user_role_changed;
create view analysis.user_role_changed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'from') as "from",
    (data ->> 'to') as "to"
    from log.events cross join log.pseudonym_key
   where type = 'UserRoleChanged' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.user_role_changed is 'An Admin changed a user''s role; this also closes a pending role request.';
grant select on analysis.user_role_changed to lyceum_analyst;

drop view if exists analysis.user_wish_declined;
create view analysis.user_wish_declined with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'wishedType') as "wished_type"
    from log.events cross join log.pseudonym_key
   where type = 'UserWishDeclined' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.user_wish_declined is 'An Admin declined the role that a user had requested.';
grant select on analysis.user_wish_declined to lyceum_analyst;

drop view if exists analysis.user_removed;
create view analysis.user_removed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded"
    from log.events cross join log.pseudonym_key
   where type = 'UserRemoved' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.user_removed is 'A user was removed; their key is destroyed, so their personal data can never be read again.';
grant select on analysis.user_removed to lyceum_analyst;

drop view if exists analysis.admin_appointed;
create view analysis.admin_appointed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'AdminAppointed' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.admin_appointed is 'A user became an Admin.';
grant select on analysis.admin_appointed to lyceum_analyst;

drop view if exists analysis.admin_dismissed;
create view analysis.admin_dismissed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'AdminDismissed' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.admin_dismissed is 'A user is no longer an Admin.';
grant select on analysis.admin_dismissed to lyceum_analyst;

drop view if exists analysis.course_bookmarked;
create view analysis.course_bookmarked with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 10)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'CourseBookmarked' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.course_bookmarked is 'A student bookmarked a course.';
grant select on analysis.course_bookmarked to lyceum_analyst;

drop view if exists analysis.bookmark_removed;
create view analysis.bookmark_removed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 10)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'BookmarkRemoved' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.bookmark_removed is 'A student removed a bookmark.';
grant select on analysis.bookmark_removed to lyceum_analyst;

drop view if exists analysis.student_enrolled;
create view analysis.student_enrolled with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'StudentEnrolled' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.student_enrolled is 'A student enrolled in a course, or returned after leaving it; earlier progress is kept.';
grant select on analysis.student_enrolled to lyceum_analyst;

drop view if exists analysis.student_left;
create view analysis.student_left with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'StudentLeft' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.student_left is 'A student left a course; the progress is kept for a return.';
grant select on analysis.student_left to lyceum_analyst;

drop view if exists analysis.course_started;
create view analysis.course_started with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'startedBy') as "started_by"
    from log.events cross join log.pseudonym_key
   where type = 'CourseStarted' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.course_started is 'A student started the progress of a course.';
grant select on analysis.course_started to lyceum_analyst;

drop view if exists analysis.module_completed;
create view analysis.module_completed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 11)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'module')::integer as "module"
    from log.events cross join log.pseudonym_key
   where type = 'ModuleCompleted' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.module_completed is 'A student completed the next of the five modules.';
grant select on analysis.module_completed to lyceum_analyst;

drop view if exists analysis.certificate_issued;
create view analysis.certificate_issued with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'courseName') as "course_name",
    (data ->> 'courseCode') as "course_code",
    (data ->> 'instructor') as "instructor"
    from log.events cross join log.pseudonym_key
   where type = 'CertificateIssued' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.certificate_issued is 'A student collected the certificate of a completed course, with names as they were on that day.';
grant select on analysis.certificate_issued to lyceum_analyst;

drop view if exists analysis.quiz_started;
create view analysis.quiz_started with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'attemptId')::uuid))), 1, 16) as hash offset 0) as hashed) as "attempt_id",
    (data ->> 'code') as "code",
    (data ->> 'kind') as "kind",
    case json_typeof(data -> 'questionIds') when 'array' then array(select json_array_elements_text(data -> 'questionIds')) end as "question_ids",
    date_trunc('hour', (data ->> 'deadline')::timestamptz, 'UTC') as "deadline"
    from log.events cross join log.pseudonym_key
   where type = 'QuizStarted' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.quiz_started is 'A student started a quiz; its questions and its deadline were fixed.';
grant select on analysis.quiz_started to lyceum_analyst;

drop view if exists analysis.quiz_finished;
create view analysis.quiz_finished with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
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
   where type = 'QuizFinished' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.quiz_finished is 'A quiz was submitted: in time with its answers, or too late without answers.';
grant select on analysis.quiz_finished to lyceum_analyst;

drop view if exists analysis.quiz_marked;
create view analysis.quiz_marked with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'attemptId')::uuid))), 1, 16) as hash offset 0) as hashed) as "attempt_id",
    (data -> 'marks')::jsonb as "marks"
    from log.events cross join log.pseudonym_key
   where type = 'QuizMarked' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.quiz_marked is 'An Instructor or an Admin marked a written quiz, or changed its marks.';
grant select on analysis.quiz_marked to lyceum_analyst;

drop view if exists analysis.review_submitted;
create view analysis.review_submitted with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'courseCalledBy') as "course_called_by",
    (data ->> 'rating')::double precision as "rating"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewSubmitted' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.review_submitted is 'A student who completed a course reviewed it, for the first time or after the earlier review was removed.';
grant select on analysis.review_submitted to lyceum_analyst;

drop view if exists analysis.review_revised;
create view analysis.review_revised with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'courseCalledBy') as "course_called_by",
    (data ->> 'rating')::double precision as "rating"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewRevised' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.review_revised is 'A student reviewed the same course again; the new review replaces the old one.';
grant select on analysis.review_revised to lyceum_analyst;

drop view if exists analysis.review_removed;
create view analysis.review_removed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'by') as "by"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewRemoved' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.review_removed is 'A review was removed by its author or an Admin. The event names the author in both cases.';
grant select on analysis.review_removed to lyceum_analyst;

drop view if exists analysis.review_restored;
create view analysis.review_restored with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'ReviewRestored' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.review_restored is 'An Admin restored, unchanged, a review that an Admin had removed.';
grant select on analysis.review_restored to lyceum_analyst;

drop view if exists analysis.note_taken;
create view analysis.note_taken with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
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
   where type = 'NoteTaken' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.note_taken is 'A student took a note in a course.';
grant select on analysis.note_taken to lyceum_analyst;

drop view if exists analysis.note_edited;
create view analysis.note_edited with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'NoteEdited' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.note_edited is 'A student changed the text of a note.';
grant select on analysis.note_edited to lyceum_analyst;

drop view if exists analysis.note_removed;
create view analysis.note_removed with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'NoteRemoved' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.note_removed is 'A student removed a note.';
grant select on analysis.note_removed to lyceum_analyst;

drop view if exists analysis.note_restored;
create view analysis.note_restored with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 6)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'NoteRestored' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.note_restored is 'A student restored a removed note.';
grant select on analysis.note_restored to lyceum_analyst;

drop view if exists analysis.announcement_posted;
create view analysis.announcement_posted with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
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
   where type = 'AnnouncementPosted' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.announcement_posted is 'An Instructor or an Admin posted an announcement, for all users or for the students of one course.';
grant select on analysis.announcement_posted to lyceum_analyst;

drop view if exists analysis.announcement_withdrawn;
create view analysis.announcement_withdrawn with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 14)::uuid as "announcement_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'by') as "by"
    from log.events cross join log.pseudonym_key
   where type = 'AnnouncementWithdrawn' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.announcement_withdrawn is 'An announcement was withdrawn, by its poster or an Admin.';
grant select on analysis.announcement_withdrawn to lyceum_analyst;

drop view if exists analysis.announcement_restored;
create view analysis.announcement_restored with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 14)::uuid as "announcement_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id"
    from log.events cross join log.pseudonym_key
   where type = 'AnnouncementRestored' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.announcement_restored is 'A withdrawn announcement was restored unchanged.';
grant select on analysis.announcement_restored to lyceum_analyst;

drop view if exists analysis.personal_data_read;
create view analysis.personal_data_read with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(substr(stream, 9)::uuid))), 1, 16) as hash offset 0) as hashed) as "record",
    (data ->> 'what') as "what",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner"
    from log.events cross join log.pseudonym_key
   where type = 'PersonalDataRead' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.personal_data_read is 'An Admin read personal data of one or many other users.';
grant select on analysis.personal_data_read to lyceum_analyst;

drop view if exists analysis.log_exported;
create view analysis.log_exported with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    (data ->> 'from')::integer as "from",
    (data ->> 'to')::integer as "to",
    (data ->> 'raw')::boolean as "raw",
    (data ->> 'keys') as "keys"
    from log.events cross join log.pseudonym_key
   where type = 'LogExported' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.log_exported is 'The log was exported as it is stored; recorded before the first byte was written.';
grant select on analysis.log_exported to lyceum_analyst;
