import { atom, type WritableAtom } from 'jotai';
import type { z } from 'zod';

const stored = <T>(key: string, schema: z.ZodType<T>, initial: T): T => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? initial : schema.parse(JSON.parse(text));
  } catch {
    // Storage is forbidden, or holds what another version wrote.
    return initial;
  }
};

/** A choice that is remembered on this device; without storage it holds until the tab is closed. */
export const deviceSetting = <T>(
  key: string,
  schema: z.ZodType<T>,
  initial: T,
): WritableAtom<T, [T], void> => {
  const chosen = atom<{ value: T } | null>(null);
  return atom(
    (get) => get(chosen)?.value ?? stored(key, schema, initial),
    (_, set, value: T) => {
      set(chosen, { value });
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // See above.
      }
    },
  );
};
