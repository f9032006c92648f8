-- Which events are in the sums of insight, as bits: a row for 2,048 positions of the log instead of one for each. Noting them
-- one by one cost more than the sums themselves.
drop table read.insight_events;
create table read.insight_counted (
  -- Of positions: the block n holds those from 2,048 n on.
  block bigint primary key,
  -- Hexadecimal; the first bit is the first position.
  bits text not null
) with (fillfactor = 60);
alter table read.insight_counted owner to lyceum_projector;
grant select on read.insight_counted to lyceum_command, lyceum_reader;

-- Nothing says any more what is counted: the model is made again.
truncate read.insight_quarters, read.insight_courses, read.insight_questions, read.insight_attempts;
update read.checkpoints set position = 0, relevant_position = 0, epoch = epoch + 1 where model = 'insight';
delete from read.parked where model = 'insight';
