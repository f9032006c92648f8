/**
 * What a person has typed and not sent: drafts of new notes, and edits under way. It is kept in the tab's session storage, so a reload loses nothing, and under the person, so nobody else at the same
 * browser reads it; it goes with the tab.
 */
import { atom } from 'jotai';
import { z } from 'zod';
import { note } from '#contract/notes.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { store } from '../../client/store.ts';

const place = z.object({ module: z.number(), second: z.number() });
const draft = z.object({ text: z.string(), place: place.nullable() });
/** `note` is what the editing began with. */
const edit = z.object({ note, text: z.string() });
const unsaved = z.object({
  /** By enrolment. */
  drafts: z.record(z.string(), draft),
  /** By note. */
  edits: z.record(z.string(), edit),
});
export type Draft = z.infer<typeof draft>;
export type NoteEdit = z.infer<typeof edit>;
export type Unsaved = z.infer<typeof unsaved>;

const nothing: Unsaved = { drafts: {}, edits: {} };
const keptAtom = atom<{ uid: string | null; unsaved: Unsaved }>({ uid: null, unsaved: nothing });

/** Of the signed-in person. */
export const unsavedAtom = atom((get) => get(keptAtom).unsaved);

const storageKey = (uid: string) => `lyceum-notes ${uid}`;

const load = (uid: string): Unsaved => {
  try {
    const kept = unsaved.safeParse(JSON.parse(sessionStorage.getItem(storageKey(uid)) ?? 'null'));
    return kept.data ?? nothing;
  } catch {
    return nothing;
  }
};

/** A browser that keeps nothing (a full or forbidden storage) loses it with a reload; typing goes on. */
const save = (uid: string, next: Unsaved) => {
  try {
    sessionStorage.setItem(storageKey(uid), JSON.stringify(next));
  } catch {}
};

export const changeUnsaved = (change: (before: Unsaved) => Unsaved): void => {
  const { uid, unsaved: before } = store.get(keptAtom);
  const next = change(before);
  if (uid === null || next === before) return;
  store.set(keptAtom, { uid, unsaved: next });
  save(uid, next);
};

const followSession = () => {
  const session = store.get(sessionAtom);
  if (session.status === 'loading') return;
  const uid = session.status === 'signed-in' ? session.person.uid : null;
  if (uid === store.get(keptAtom).uid) return;
  store.set(keptAtom, { uid, unsaved: uid === null ? nothing : load(uid) });
};
store.sub(sessionAtom, followSession);
followSession();
