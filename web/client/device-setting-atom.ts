import { atom, type WritableAtom } from 'jotai';
import type { z } from 'zod/mini';
import { isHydratedAtom } from './hydration.ts';

const readSetting = <T>(key: string, schema: z.ZodMiniType<T>, initial: T): T => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? initial : schema.parse(JSON.parse(text));
  } catch {
    // Storage is forbidden, or another version wrote the value.
    return initial;
  }
};

/** Creates an atom whose value is stored on this device. Without storage the value is lost when the tab is closed or reloaded. */
export const createDeviceSettingAtom = <T>(
  key: string,
  schema: z.ZodMiniType<T>,
  initial: T,
): WritableAtom<T, [T], void> => {
  const chosen = atom<{ value: T } | null>(null);
  return atom(
    (get) => {
      if (!get(isHydratedAtom)) return initial;
      return get(chosen)?.value ?? readSetting(key, schema, initial);
    },
    (_, set, value: T) => {
      set(chosen, { value });
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage is forbidden or full.
      }
    },
  );
};
