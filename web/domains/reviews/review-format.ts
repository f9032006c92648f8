const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const upToTwoDecimals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Formats a mean rating: '8.7', '9.0'. */
export const formatMeanRating = (rating: number): string => oneDecimal.format(rating);

/** Formats the rating of one review: '8', '7.25'. */
export const formatRating = (rating: number): string => upToTwoDecimals.format(rating);

/** Formats a count: '1 review', '12 reviews'. */
export const formatReviewCount = (count: number): string =>
  count === 1 ? '1 review' : `${count.toLocaleString('en')} reviews`;
