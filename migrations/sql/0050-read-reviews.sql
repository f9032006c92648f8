-- Every review, the removed ones marked: they may come back.
create table read.reviews (
  id uuid primary key,
  user_id uuid not null,
  course_id uuid not null,
  enrolment_id uuid not null,
  -- By which of its two ids the author called the course; answers call it by that one.
  course_called_by text not null check (course_called_by in ('enrolment', 'course')),
  rating double precision not null,
  comment text not null,
  revised boolean not null,
  removed boolean not null,
  -- When these words were written, and where: a total order without ties, for lists and their cursors.
  reviewed_at timestamptz not null,
  reviewed_position bigint not null,
  -- The last event that changed this row.
  position bigint not null
) with (fillfactor = 80);

create index reviews_by_time on read.reviews (reviewed_position) where not removed;
create index reviews_by_rating on read.reviews (rating, reviewed_position) where not removed;
create index reviews_of_course on read.reviews (course_id, reviewed_position) where not removed;
create index reviews_by_user on read.reviews (user_id);

-- What the present reviews of each course come to. It follows from the rows of read.reviews alone, so that it says the
-- same however the events were paged, and has no position of its own. Without it each look at the five best courses
-- would read every review there is.
create table read.course_ratings (
  -- The course's.
  id uuid primary key,
  reviews integer not null check (reviews > 0),
  -- The sum of the ratings in millionths: whole numbers add up to the same in any order.
  total bigint not null,
  -- How many gave 1, 2, … 10; halves round up.
  spread integer[] not null
) with (fillfactor = 80);

alter table read.reviews owner to lyceum_projector;
alter table read.course_ratings owner to lyceum_projector;
grant select on read.reviews, read.course_ratings to lyceum_command, lyceum_reader;
insert into read.checkpoints (model) values ('reviews');
