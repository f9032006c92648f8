/** '3-4 years', '1 year'; where a person wrote a unit themselves it stays: '18 months'. */
export const durationInYears = (duration: string): string => {
  if (/[\p{L}]/u.test(duration)) return duration;
  return /^\s*1\s*$/.test(duration) ? '1 year' : `${duration.trim()} years`;
};

/** '$1,200' or '$49.50'. */
export const priceInDollars = (price: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price);
