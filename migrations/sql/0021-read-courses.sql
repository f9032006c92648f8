-- The catalogue: every course that was ever added, the removed ones marked.
create table read.courses (
  id uuid primary key,
  code text not null,
  name text not null,
  duration text not null,
  difficulty text not null,
  category text not null,
  details text not null,
  instructor text not null,
  price double precision not null,
  image_url text not null,
  -- Removed from the catalogue; kept for those who are enrolled, and for a restoration.
  withdrawn boolean not null,
  -- The name as it is searched: folded by the projection, so that every server's locale finds the same.
  search_name text collate "C" not null,
  added_at timestamptz not null,
  updated_at timestamptz not null,
  -- Where it was added: a total order without ties, for lists and their cursors.
  added_position bigint not null,
  -- The last event that changed this row.
  position bigint not null
);

create index courses_present on read.courses (added_position) where not withdrawn;
create index courses_by_code_and_name on read.courses (code, name);
-- Serves `like '%…%'` as well as near misses (`word_similarity`).
create index courses_search on read.courses using gin (search_name gin_trgm_ops);

alter table read.courses owner to lyceum_projector;
grant select on read.courses to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('courses');
