-- The position of the first enrolment of a student in a course. It decides which announcements the student can see, and was read from
-- the event, which may now be in the archive. Null: a projector of the previous release wrote the row during the update.
alter table read.enrolments add column first_enrolled_position bigint;
update read.enrolments set first_enrolled_position = (
  select events.position from log.events
    where events.stream = 'enrolment-' || enrolments.id and events.version = 1);
