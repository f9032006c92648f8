-- What the search of GET /directory compares, and its order by name: the folded name, a line break, the folded e-mail. The
-- projector folds it (projector/models/users.ts). Rows from before get nearly the same text here, and exactly the same by a
-- rebuild of the model. A projector of the release before writes no text.
alter table read.users add column search_text text collate "C" not null default '';
update read.users
  set search_text = regexp_replace(lower(normalize(name || E'\n' || email, NFKD)), '[\u0300-\u036f]', '', 'g');
-- As for the other personal columns (0146).
alter table read.users alter column search_text set statistics 0;
