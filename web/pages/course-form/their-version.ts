/**
 * A course that somebody else changes while it is being edited. `base` is what the person began with, `theirs` what the course
 * is now, `mine` what is typed. A field is in dispute when they changed it and it is not what is typed; to decide on it, either way, is to
 * take theirs as the new base.
 */
import { type FieldName, fieldNames, type Typed } from './course-fields.ts';

export const disputedFields = (base: Typed, theirs: Typed, mine: Typed): FieldName[] =>
  fieldNames.filter((name) => theirs[name] !== base[name] && theirs[name] !== mine[name]);

/** The base after the person has decided on these fields. */
export const decided = (base: Typed, theirs: Typed, names: readonly FieldName[]): Typed => ({
  ...base,
  ...Object.fromEntries(names.map((name) => [name, theirs[name]])),
});
