-- An announcement may be for selected students of its course. Null: for all of them. Rows that exist stay as they are.
alter table read.announcements add column recipient_ids uuid[];
-- The messages to one user, for the copy of their own data.
create index announcements_by_recipient on read.announcements using gin (recipient_ids) where recipient_ids is not null;

drop view if exists analysis.student_message_posted;
create view analysis.student_message_posted with (security_barrier) as
  select
    row_number() over (order by position) as "ordinal",
    date_trunc('hour', recorded_at, 'UTC') as "recorded_at",
    coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end) as "role",
    coalesce((metadata ->> 'seeded')::boolean, false) as "seeded",
    substr(stream, 14)::uuid as "announcement_id",
    (select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid from (select substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send((data ->> 'userId')::uuid))), 1, 16) as hash offset 0) as hashed) as "learner",
    (data ->> 'courseId')::uuid as "course_id",
    (data ->> 'userType') as "user_type",
    (data ->> 'date')::date as "date"
    from log.events cross join log.pseudonym_key
   where type = 'StudentMessagePosted' and recorded_at < date_trunc('hour', now(), 'UTC');
comment on view analysis.student_message_posted is 'An Instructor or an Admin sent a message to selected students of one course.';
grant select on analysis.student_message_posted to lyceum_analyst;

