import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { isDiscarded } from '../../client/outbox/outbox-messages.ts';
import { addNote } from './note-actions.ts';
import { clearDraft, type Draft, restoreDraft } from './note-drafts.ts';

/** Errors of the outbox that mean it did not store the action. */
const notStored = new Set(['not-stored', 'too-many-pending', 'sign-in-ended']);

/**
 * Clears the draft and sends it as a note, or queues it without a connection.
 * @param onDone called with null when the note is saved, else with an error sentence.
 */
export const sendDraft = async (
  enrolment: EnrolledCourse,
  draft: Draft,
  onDone: (problem: string | null) => void,
): Promise<void> => {
  const note = {
    enrolmentId: enrolment._id,
    catalogueId: enrolment.courseId,
    courseName: enrolment.course_name,
    courseCode: enrolment.course_code,
    courseImageUrl: enrolment.imageUrl,
    text: draft.text.normalize('NFC').trim(),
    position: draft.place,
  };
  clearDraft(enrolment._id);
  try {
    await addNote(note, enrolment.userEmail);
    onDone(null);
  } catch (error) {
    if (isDiscarded(error)) return;
    if (error instanceof ApiError && notStored.has(error.code)) restoreDraft(note);
    onDone(error instanceof Error ? error.message : 'The note could not be saved.');
  }
};
