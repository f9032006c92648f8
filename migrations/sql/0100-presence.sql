-- Who is connected to which node of the read-api, and who of them learns which course now: state of the moment that the
-- nodes share. Unlogged: after a crash of the database it is empty, and each node writes its own anew with its next beat.

-- A node counts until `expires_at`, which each of its beats moves on: what a killed node left goes out by itself.
create unlogged table state.nodes (
  id uuid primary key,
  name text not null check (length(name) <= 100),
  sockets integer not null check (sockets >= 0),
  -- Sockets at which nobody registered sits.
  visitors integer not null check (visitors >= 0),
  since timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 50);

create unlogged table state.present (
  node uuid not null references state.nodes on delete cascade,
  user_id uuid not null,
  primary key (node, user_id)
);
create index present_by_user on state.present (user_id);

create unlogged table state.learning (
  node uuid not null references state.nodes on delete cascade,
  user_id uuid not null,
  course_id uuid not null,
  primary key (node, user_id, course_id)
);
create index learning_by_course on state.learning (course_id, user_id);
create index learning_by_user on state.learning (user_id);

-- A beat of a node: it lives for so many seconds more, and this has changed since its last beat. Answers false where the
-- node is not known (any more): it then says everything (`whole`), which replaces what it said before.
-- The lock on the persons' keys lets a removal come before or after, never between: of a removed person nothing is kept.
create function state.keep_presence(
  node uuid, name text, seconds double precision, sockets integer, visitors integer, whole boolean,
  gone uuid[], arrived uuid[],
  ended_people uuid[], ended_courses uuid[], begun_people uuid[], begun_courses uuid[]
) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
$$;
revoke all on function state.keep_presence from public;
grant execute on function state.keep_presence to lyceum_reader;

-- A node ends in order: its people are gone at once.
create function state.end_presence(node uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from state.nodes where nodes.id = end_presence.node;
  if found then
    perform pg_notify('lyceum_presence', '');
  end if;
end
$$;
revoke all on function state.end_presence from public;
grant execute on function state.end_presence to lyceum_reader;

-- The functions are the only way in.
revoke insert, update, delete on state.nodes, state.present, state.learning from lyceum_command;
grant select on state.nodes, state.present, state.learning to lyceum_reader;

-- Goes with the key of the person's data, in the transaction of the removal.
create function state.forget_presence() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from state.present where user_id = new.person;
  delete from state.learning where user_id = new.person;
  return null;
end
$$;
revoke all on function state.forget_presence from public;
create trigger forget_presence after insert or update on vault.keys
  for each row when (new.destroyed_at is not null) execute function state.forget_presence();
