/** The colours of the certificate: its own, the same in both themes and on paper. Hexadecimal, which html2canvas reads. */
export const cream = '#FBF7EC';
export const navy = '#1F2A44';
export const gold = '#7A5C17';
/** Gold as it is drawn in fine lines, and as a watermark. */
export const paleGold = '#C9B681';
export const watermark = '#F1E8D0';

export const paperWidth = 1600;
export const paperHeight = 1131;
