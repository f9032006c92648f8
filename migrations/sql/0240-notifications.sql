-- What happened that concerns a person: one row per record (account, quiz, course, certificate) with the newest thing to tell.
-- Announcements have their own table. A row about a course has no person: it is for the students of the course.
create table read.notifications (
  -- Of the record: user, quiz attempt, course or enrolment.
  id uuid primary key,
  -- The user whom it describes; null for a course.
  user_id uuid,
  course_id uuid,
  kind text collate "C" not null,
  -- The roles of a role change, before and after; otherwise empty.
  roles text[] not null,
  notified_at timestamptz not null,
  -- Where it happened: the order of the list, and what "seen up to" is compared with.
  notified_position bigint not null,
  -- The last event that changed this row.
  position bigint not null
) with (fillfactor = 80);

create index notifications_by_user on read.notifications (user_id, notified_position desc)
  where kind <> 'quiz-waiting';
create index notifications_waiting on read.notifications (course_id, notified_position desc)
  where kind = 'quiz-waiting';

alter table read.notifications owner to lyceum_projector;
grant select on read.notifications to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('notifications');

-- The position up to which a person has seen their notifications, and the kinds that they switched off, beside the position
-- up to which they have seen announcements. Position 0 and no kinds are the defaults.
alter table state.announcements_seen
  add column notifications_position bigint not null default 0 check (notifications_position >= 0),
  add column switched_off text[] not null default '{}';

-- For existing accounts everything so far counts as seen: nobody finds a year of unread notifications.
insert into state.announcements_seen as known (user_id, position, at, notifications_position)
  select keys.person, 0, clock_timestamp(), head.position
    from vault.keys cross join (select coalesce(max(position), 0) as position from log.events) as head
   where keys.destroyed_at is null
  on conflict (user_id) do update set notifications_position = excluded.notifications_position;

-- Moves the position of a person's notifications forward, like state.see_announcements. Returns the position afterwards; null
-- if the person has no key (any more).
create function state.see_notifications(person uuid, seen bigint) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  upto bigint;
  now_at bigint;
  changed uuid;
begin
  perform from vault.keys where keys.person = see_notifications.person and keys.destroyed_at is null for share;
  if not found then
    return null;
  end if;
  select least(see_notifications.seen, coalesce(max(events.position), 0)) into upto from log.events;
  insert into state.announcements_seen as known (user_id, position, at, notifications_position)
    values (see_notifications.person, 0, clock_timestamp(), upto)
    on conflict (user_id) do update
      set notifications_position = excluded.notifications_position, change = excluded.change
      where known.notifications_position < excluded.notifications_position
    returning known.notifications_position, known.change into now_at, changed;
  if found then
    perform pg_notify('lyceum_seen', changed::text);
    return now_at;
  end if;
  select known.notifications_position into now_at from state.announcements_seen as known
    where known.user_id = see_notifications.person;
  return now_at;
end
$$;

-- Replaces the kinds of notifications that a person switched off, and tells their devices. Returns false if the person has no
-- key (any more).
create function state.switch_notifications(person uuid, off text[]) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed uuid;
begin
  perform from vault.keys where keys.person = switch_notifications.person and keys.destroyed_at is null for share;
  if not found then
    return false;
  end if;
  insert into state.announcements_seen as known (user_id, position, at, switched_off)
    values (switch_notifications.person, 0, clock_timestamp(), switch_notifications.off)
    on conflict (user_id) do update
      set switched_off = excluded.switched_off, change = excluded.change
      where known.switched_off <> excluded.switched_off
    returning known.change into changed;
  if found then
    perform pg_notify('lyceum_seen', changed::text);
  end if;
  return true;
end
$$;
revoke all on function state.see_notifications, state.switch_notifications from public;
grant execute on function state.see_notifications, state.switch_notifications to lyceum_command;

-- The newest announcements of the courses of one person.
create index announcements_by_course on read.announcements (course_id, posted_position desc)
  where course_id is not null and not withdrawn;
