-- The roster of a course looks up each of its students: their latest activity in the course, and their quiz attempts.
create index activity_by_course on read.activity (course_id, user_id, acted_at);
create index quizzes_by_enrolment on read.quizzes (enrolment_id, started_position);
