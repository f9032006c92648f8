/*
 * The colours of the certificate, the same in both themes. They are hexadecimal, because html2canvas does not support every
 * colour notation.
 */
export const cream = '#FBF7EC';
export const navy = '#1F2A44';
export const gold = '#7A5C17';
/** For fine lines. */
export const paleGold = '#C9B681';
export const watermark = '#F1E8D0';

/** The size of the certificate, in pixels. */
export const paperWidth = 1600;
export const paperHeight = 1131;
