-- What a course announced before one came to it counts as seen by a look since then. But what was kept of a look was where
-- the newest that it showed stands, which may be long before: who had read all of it would find it unread again, and its
-- poster fewer readers. Each place is lifted, once, to where the log stood at that look. Times never run against positions:
-- halving finds it by the primary key alone, some twenty lookups a person.
update state.announcements_seen as seen set position = looked.position
from (
  select kept.user_id, found.position
  from state.announcements_seen as kept
  cross join lateral (
    with recursive search(low, high) as (
      select kept.position, coalesce((select position from log.events order by position desc limit 1), 0)
      union all
      select case when half.is_before then half.middle else search.low end,
             case when half.is_before then search.high else half.middle - 1 end
        from search
        cross join lateral (
          select (search.low + search.high + 1) / 2 as middle,
                 (select events.recorded_at from log.events
                   where events.position = (search.low + search.high + 1) / 2) <= kept.at as is_before) as half
        where search.low < search.high)
    select low as position from search where low = high) as found
) as looked
where looked.user_id = seen.user_id and looked.position > seen.position;
