-- The position of the first enrolment of a student in a course. It decides which announcements the student can see, and was read from
-- the event, which may now be in the archive. Null: the row is older than this column, or a projector of the previous release wrote it.
-- Then the event is still in log.events, because `log archive` refuses to run while there is such a row. A rebuild fills the column.
alter table read.enrolments add column first_enrolled_position bigint;
