/**
 * Folds a name or search text for comparison: NFC, lower case. Keeps accents, unlike `foldText`. Done here and not
 * in the database, so that it depends neither on the server's locale nor on whether the server or the client compares. Lower,
 * then upper, then lower case again equates letters that have the same capital (ß and ss). `toLowerCase` writes a σ at
 * the end of a word as ς, so ς is replaced by σ.
 */
export const foldForSearch = (text: string): string =>
  text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/**
 * The minimum length of a folded search text that also finds similar names. Shorter texts are similar to almost every name, so
 * they find only names that contain them.
 */
export const minLengthForNearMisses = 4;
