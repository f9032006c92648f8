-- PostgreSQL samples columns for its planner (pg_stats), and a sample outlives its row until the table is analysed again: of
-- what is personal it takes none. Nothing is searched by these columns but the e-mail, which is found by its index all the
-- same.
alter table read.users
  alter column name set statistics 0,
  alter column email set statistics 0,
  alter column image_url set statistics 0;
alter table read.notes alter column text set statistics 0;
alter table read.reviews alter column comment set statistics 0;
alter table read.quizzes
  alter column answers set statistics 0,
  alter column remark set statistics 0;
alter table read.certificates
  alter column student_name set statistics 0,
  alter column name_salt set statistics 0;

-- What was sampled before is taken away where this version of PostgreSQL can do that (from 18 on); else a rebuild of the models
-- makes tables that have no samples.
do $$
declare
  sampled record;
begin
  if to_regprocedure('pg_catalog.pg_clear_attribute_stats(text,text,text,boolean)') is null then
    return;
  end if;
  for sampled in
    select relname, attname from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'read'::regnamespace and attnum > 0 and attstattarget = 0
  loop
    perform pg_clear_attribute_stats('read', sampled.relname, sampled.attname, false);
  end loop;
end
$$;
