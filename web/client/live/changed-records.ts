import { atom } from 'jotai';
import { store } from '../store.ts';

const highlightMs = 1_200;

const changesAtom = atom<ReadonlyMap<string, number>>(new Map());
const removedAtom = atom<ReadonlySet<string>>(new Set<string>());

let lastChangeNumber = 0;

/** Highlights a record wherever it is shown. */
export const markChanged = (id: string): void => {
  const changeNumber = ++lastChangeNumber;
  store.set(changesAtom, (changes) => new Map(changes).set(id, changeNumber));
  setTimeout(() => {
    store.set(changesAtom, (changes) => {
      if (changes.get(id) !== changeNumber) return changes;
      const rest = new Map(changes);
      rest.delete(id);
      return rest;
    });
  }, highlightMs);
};

/** Remembers that a record was removed, or restored, while this tab was open. */
export const markRemoved = (id: string, isRemoved: boolean): void => {
  store.set(removedAtom, (known) => {
    if (known.has(id) === isRemoved) return known;
    const next = new Set(known);
    if (isRemoved) next.add(id);
    else next.delete(id);
    return next;
  });
};

/** Forgets which records were removed. For a tab that has missed live updates: some of these records may have been restored. */
export const forgetRemovals = (): void => store.set(removedAtom, new Set());

/** Creates an atom with the number of the record's latest change while it is highlighted, otherwise null. */
export const createChangeNumberAtom = (id: string) => atom((get) => get(changesAtom).get(id) ?? null);

export const createIsRemovedAtom = (id: string) => atom((get) => get(removedAtom).has(id));
