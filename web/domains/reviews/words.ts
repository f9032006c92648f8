const mean = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A mean as it is shown: '8.7', '9.0'. */
export const meanInWords = (rating: number): string => mean.format(rating);

/** What one person gave: '8', '7.25'. */
export const ratingInWords = (rating: number): string => exact.format(rating);

/** '1 review', '12 reviews'. */
export const reviewsInWords = (count: number): string =>
  count === 1 ? '1 review' : `${count.toLocaleString('en')} reviews`;
