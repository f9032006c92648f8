/**
 * The folder of the pictures with initials, which the read-api draws. The address of a picture contains only the initials, so
 * everybody with the same initials has the same address.
 */
export const initialsFolder = '/initials/';

const letter = String.raw`[\p{L}\p{N}]\p{M}{0,3}`;
const firstLetter = new RegExp(letter, 'u');
/** Letters and digits with their combining marks, or `?`: initials contain no markup. */
const allowedInitials = new RegExp(String.raw`^(?:${letter}){1,2}$|^\?$`, 'u');

const getInitial = (word: string | undefined): string =>
  firstLetter.exec((word ?? '').normalize('NFC').toUpperCase())?.[0] ?? '';

/**
 * Returns the first letters (or digits) of the first and the last word of a name; `?` if these words have none, '' for a blank
 * name.
 */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  if (words[0] === '') return '';
  const initials = getInitial(words[0]) + (words.length > 1 ? getInitial(words.at(-1)) : '');
  return allowedInitials.test(initials) ? initials : '?';
};

/** Returns the address of the picture of a name's initials, or null for a blank name. */
export const initialsAddress = (name: string): string | null => {
  const initials = initialsOf(name);
  return initials === '' ? null : initialsFolder + encodeURIComponent(initials);
};

/** Returns the initials that the path of a picture contains, or null if it contains anything else. */
export const parseInitialsPath = (path: string): string | null => {
  if (!path.startsWith(initialsFolder)) return null;
  try {
    const initials = decodeURIComponent(path.slice(initialsFolder.length));
    return allowedInitials.test(initials) ? initials : null;
  } catch {
    return null;
  }
};
