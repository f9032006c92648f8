-- Which student bookmarked which course. What is no longer bookmarked is not here.
create table read.bookmarks (
  id uuid primary key,
  user_id uuid not null,
  course_id uuid not null,
  bookmarked_at timestamptz not null,
  -- Where it was bookmarked: a total order without ties, for lists.
  bookmarked_position bigint not null,
  -- The last event that changed this row.
  position bigint not null
) with (fillfactor = 80);

create index bookmarks_by_user on read.bookmarks (user_id, bookmarked_position);

alter table read.bookmarks owner to lyceum_projector;
grant select on read.bookmarks to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('bookmarks');
