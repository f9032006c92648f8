-- The people registered with the school. Who is removed is not here any more.
create table read.users (
  id uuid primary key,
  name text not null,
  -- In lower case, as it is compared.
  email text collate "C" not null,
  image_url text not null,
  user_type text not null,
  -- The role wished for at registration that waits for an Admin.
  wished_type text,
  registered_at timestamptz not null,
  -- Where they registered: a total order without ties, for lists and their cursors.
  registered_position bigint not null,
  -- The last event that changed this row.
  position bigint not null
);

create index users_by_email on read.users (email, registered_position);
create index users_by_type on read.users (user_type, registered_position);

alter table read.users owner to lyceum_projector;
grant select on read.users to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('users');
