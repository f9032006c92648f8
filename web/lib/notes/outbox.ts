import type { EnrolledCourse } from '#events/contract/enrolments.ts';
import type { Note } from '#events/contract/notes.ts';
import { queryClient } from '../query-client.ts';
import { studentEmailAtom } from '../session/student.ts';
import { store } from '../store.ts';
import { takeNote } from './acts.ts';
import { withNote } from './merge.ts';
import { changeNotes } from './notes.ts';
import { changeUnsaved, type Draft, type UnsentNote, unsavedAtom } from './unsaved.ts';

/** What became of a note: `problem` is null when it is saved. */
export type SentNote = { note: UnsentNote; problem: string | null };
let tell: (sent: SentNote) => void = () => {};

const changeUnsent = (change: (list: UnsentNote[]) => UnsentNote[]) =>
  changeUnsaved((before) => ({ ...before, unsent: change(before.unsent) }));

/** The note as the list shows it until the server's own version is told. */
const sentNote = (unsent: UnsentNote, _id: string, email: string): Note => ({
  ...{ _id, notes: unsent.text, courseId: unsent.enrolmentId, enrolmentId: unsent.enrolmentId },
  ...{ catalogueId: unsent.catalogueId, userEmail: email, courseName: unsent.courseName },
  ...{ courseCode: unsent.courseCode, courseImageUrl: unsent.courseImageUrl },
  ...{ module: unsent.place?.module ?? null, second: unsent.place?.second ?? null },
  ...{ takenAt: new Date().toISOString(), editedAt: null },
});

const underWay = new Set<string>();

/** Sends a note; without a line it waits, a failure that passes is tried again, and the key makes one note of it all. */
const send = async (note: UnsentNote): Promise<void> => {
  const email = store.get(studentEmailAtom);
  if (email === null || underWay.has(note.key)) return;
  underWay.add(note.key);
  try {
    const mutation = queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: () => takeNote(note, email) });
    const { insertedId } = await mutation.execute(undefined);
    changeNotes((list) =>
      list.some(({ _id }) => _id === insertedId) ? list : withNote(list, sentNote(note, insertedId, email)),
    );
    changeUnsent((list) => list.filter(({ key }) => key !== note.key));
    tell({ note, problem: null });
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'The note could not be saved.';
    changeUnsent((list) => list.map((one) => (one.key === note.key ? { ...one, problem } : one)));
    tell({ note, problem });
  } finally {
    underWay.delete(note.key);
  }
};

/** Takes a draft out of its field and sends it. */
export const sendDraft = (enrolment: EnrolledCourse, draft: Draft): void => {
  const note: UnsentNote = {
    key: crypto.randomUUID(),
    enrolmentId: enrolment._id,
    catalogueId: enrolment.courseId,
    courseName: enrolment.course_name,
    courseCode: enrolment.course_code,
    courseImageUrl: enrolment.imageUrl,
    text: draft.text.normalize('NFC').trim(),
    place: draft.place,
    writtenAt: new Date().toISOString(),
    problem: null,
  };
  changeUnsaved((before) => {
    const { [enrolment._id]: _, ...drafts } = before.drafts;
    return { ...before, drafts, unsent: [...before.unsent, note] };
  });
  void send(note);
};

/** Sends a note that failed once more, with the same key: if it did arrive after all, it stays one. */
export const sendAgain = (note: UnsentNote): void => {
  changeUnsent((list) => list.map((one) => (one.key === note.key ? { ...one, problem: null } : one)));
  void send(note);
};

export const discardUnsent = (note: UnsentNote): void =>
  changeUnsent((list) => list.filter(({ key }) => key !== note.key));

const sendWhatWaits = () => {
  for (const note of store.get(unsavedAtom).unsent) if (note.problem === null) void send(note);
};

/**
 * From now on what a reload broke off is sent as soon as it is known who is there. Called once.
 * @param told hears of every note what became of it, on whatever page the person is by then.
 */
export const startOutbox = (told: (sent: SentNote) => void): void => {
  tell = told;
  store.sub(studentEmailAtom, sendWhatWaits);
  sendWhatWaits();
};
