-- A course may have an instructor who is a user, and five videos of its own.
alter table read.courses
  add column instructor_id uuid,
  add column videos text[];
