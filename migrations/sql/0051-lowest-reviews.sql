-- The worst first, equals newest first: `reviews_by_rating`, walked backwards, has those the other way round.
create index reviews_by_lowest on read.reviews (rating, reviewed_position desc) where not removed;
