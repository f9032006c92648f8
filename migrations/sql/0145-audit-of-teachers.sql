-- Who is made the instructor of a course is found by that in the history, and in a copy of everything that is held on
-- them: the rows that are there already get what new ones have.
update read.audit
  set about_id = named.instructor
  from (
    select position, coalesce(data -> 'changes' ->> 'instructorId', data ->> 'instructorId')::uuid as instructor
      from log.events
      where type in ('CourseAdded', 'CourseEdited')
  ) as named
  where audit.position = named.position and audit.type in ('CourseAdded', 'CourseEdited')
    and named.instructor is distinct from audit.actor_id and named.instructor is not null;
update read.checkpoints set epoch = epoch + 1 where model = 'audit';
