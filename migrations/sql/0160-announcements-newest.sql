-- Every page asks for the newest announcements, for the bell: a walk along one index until the page is full, whoever
-- reads. What a person may read is an "or" over three columns, which the indexes by audience could not answer.
create index announcements_newest on read.announcements (posted_position desc) where not withdrawn;
drop index read.announcements_for_all;
drop index read.announcements_by_course;
