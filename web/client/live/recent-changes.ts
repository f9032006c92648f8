import { atom } from 'jotai';
import { store } from '../store.ts';

/** For how long a changed record is tinted, in milliseconds. */
const tintMs = 1_200;

const changesAtom = atom<ReadonlyMap<string, number>>(new Map());
const withdrawnAtom = atom<ReadonlySet<string>>(new Set<string>());

let count = 0;

/** Has the record tinted wherever it is shown. */
export const markChanged = (id: string): void => {
  const mine = ++count;
  store.set(changesAtom, (changes) => new Map(changes).set(id, mine));
  setTimeout(() => {
    store.set(changesAtom, (changes) => {
      if (changes.get(id) !== mine) return changes;
      const left = new Map(changes);
      left.delete(id);
      return left;
    });
  }, tintMs);
};

/** Remembers that a record was removed (or came back) while this tab was open. */
export const markWithdrawn = (id: string, withdrawn: boolean): void => {
  store.set(withdrawnAtom, (known) => {
    if (known.has(id) === withdrawn) return known;
    const next = new Set(known);
    if (withdrawn) next.add(id);
    else next.delete(id);
    return next;
  });
};

/** A number that is another for each change while the tint lasts, else null. */
export const changeOfAtom = (id: string) => atom((get) => get(changesAtom).get(id) ?? null);

export const isWithdrawnAtom = (id: string) => atom((get) => get(withdrawnAtom).has(id));
