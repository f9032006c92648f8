/** `read.courses`: every course that was ever added, the removed ones marked. Written by the projector alone. */
export type CoursesTable = {
  id: string;
  code: string;
  name: string;
  duration: string;
  difficulty: string;
  category: string;
  details: string;
  instructor: string;
  price: number;
  image_url: string;
  /** The user who is the course's instructor. */
  instructor_id: string | null;
  /** The course's own five videos; null: the clips of its code. */
  videos: string[] | null;
  /** Removed from the catalogue; kept for those who are enrolled, and for a restoration. */
  withdrawn: boolean;
  /** The name folded by {@link foldForSearch}: compare it with a search text that is folded the same way. */
  search_name: string;
  added_at: Date;
  updated_at: Date;
  /** Where it was added: a total order without ties, for lists and their cursors. */
  added_position: number;
  /** The last event that changed this row. */
  position: number;
};

/**
 * The form in which names and search texts are compared: composed, in lower case. Done here and not by the
 * database, so that servers of any locale find the same. Lower, upper, lower again: what shares a capital falls together (ß and ss, ς and σ).
 */
export const foldForSearch = (text: string): string =>
  text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

/** A LIKE pattern that is true of whatever contains the text: `%`, `_` and `\` in it are themselves. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
