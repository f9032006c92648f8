/**
 * Finds conflicts if a course changes while a form edits it. `theirs` are the values of the current course, `mine` those of the form. A field
 * conflicts if it was changed elsewhere and the form would save a different value. Whichever value the user keeps, `theirs` becomes the
 * new base of the field, which resolves the conflict.
 */
import { isDefinite } from '../../client/api/send-command.ts';

/** The values of the fields of a form by their names. */
export type Values = Readonly<Record<string, unknown>>;

export type Edit<V extends Values> = {
  /** The values that the user started with, or has accepted since. */
  base: V;
  /**
   * The values that were sent and may have been saved, because the answer is pending or lost; oldest first. If these values arrive with a
   * live update, they are not somebody else's edit.
   */
  sent: readonly Partial<V>[];
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const namesOf = <V extends Values>(values: V) => Object.keys(values) as (keyof V)[];

/**
 * Makes `theirs` the base of these fields.
 * @param isOutdated returns whether the value of a field in `sent[index]` no longer counts as sent.
 */
const rebase = <V extends Values>(
  { base, sent }: Edit<V>,
  theirs: V,
  names: readonly (keyof V)[],
  isOutdated: (name: keyof V, index: number) => boolean,
): Edit<V> => {
  const without = (values: Partial<V>, index: number) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) => !names.includes(name) || !isOutdated(name, index)),
    ) as Partial<V>;
  return {
    base: { ...base, ...Object.fromEntries(names.map((name) => [name, theirs[name]])) },
    sent: sent.map(without),
  };
};

/** Returns the edit after the user has resolved the conflicts of these fields. */
export const resolveConflicts = <V extends Values>(edit: Edit<V>, theirs: V, names: readonly (keyof V)[]) =>
  rebase(edit, theirs, names, () => true);

/** Makes sent values the base of their fields if the course contains them now. Returns the same edit if there are none. */
export const acceptSent = <V extends Values>(edit: Edit<V>, theirs: V): Edit<V> => {
  const findSent = (name: keyof V) => edit.sent.findLastIndex((values) => isSame(values[name], theirs[name]));
  const names = namesOf(theirs).filter(
    (name) => !isSame(theirs[name], edit.base[name]) && findSent(name) !== -1,
  );
  return names.length === 0 ? edit : rebase(edit, theirs, names, (name, index) => index <= findSent(name));
};

/** Returns the names of the conflicting fields. @param mine what the form contains, and what the server would save for it. */
export const findConflictingFields = <V extends Values>(edit: Edit<V>, theirs: V, mine: readonly V[]) => {
  const { base } = acceptSent(edit, theirs);
  return namesOf(theirs).filter((name) =>
    [base, ...mine].every((values) => !isSame(values[name], theirs[name])),
  );
};

/**
 * Sends values. They count as sent until the server has definitely refused them, or until they are saved.
 * @param change changes the stored edit.
 */
export const trackSent = async <V extends Values>(
  change: (update: (edit: Edit<V>) => Edit<V>) => void,
  values: V,
  send: () => Promise<void>,
): Promise<void> => {
  const isRefused = (sent: Partial<V>) =>
    Object.entries(sent).every(([name, value]) => isSame(value, values[name]));
  change((edit) => ({ ...edit, sent: [...edit.sent, values] }));
  try {
    await send();
  } catch (error) {
    if (isDefinite(error))
      change((edit) => ({ ...edit, sent: edit.sent.filter((sent) => !isRefused(sent)) }));
    throw error;
  }
  change(() => ({ base: values, sent: [] }));
};
