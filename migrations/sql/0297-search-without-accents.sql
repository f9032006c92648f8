-- Searches ignore accents and equate letters that have the same capital. The projector writes folded texts
-- (contract/fold-text.ts). Rows from before get nearly the same text here, and exactly the same by a rebuild of the model.
-- The previous release can keep running: it searches with accents, so it finds fewer courses meanwhile.
update read.courses
  set search_name = replace(replace(regexp_replace(normalize(search_name, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'ı', 'i')
  where octet_length(search_name) > char_length(search_name);
update read.users
  set search_text = replace(replace(search_text, 'ß', 'ss'), 'ı', 'i')
  where search_text ~ '[ßı]';
