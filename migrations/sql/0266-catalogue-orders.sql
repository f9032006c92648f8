-- Each order of GET /catalogue is a walk along one of these indexes, until the page is full. The expressions are those of
-- read-api/resources/catalogue/query.ts. The name is compared without accents, and its length is limited, because it is
-- part of cursors.
create index courses_by_name on read.courses
  ((left(regexp_replace(normalize(search_name, NFD), '[\u0300-\u036f]', '', 'g'), 60)), added_position) where not withdrawn;
create index courses_by_difficulty on read.courses
  ((coalesce(replace(substring(difficulty from '^\s*([0-9]{1,15}(?:[.,][0-9]{1,15})?)'), ',', '.')::float8, -1)) desc, added_position)
  where not withdrawn;
create index courses_by_price on read.courses (price, added_position) where not withdrawn;
-- Counts the courses of a category, and lists them in the order of adding.
create index courses_by_category on read.courses (category, added_position) where not withdrawn;
