import type { EnrolledCourse } from '#contract/enrolments.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { isDropped } from '../../client/outbox/news.ts';
import { takeNote } from './acts.ts';
import { clearDraft, takeBack } from './drafts.ts';
import type { Draft } from './unsaved.ts';

/** What the outbox says when it could not even keep an act. */
const notKept = new Set(['not-kept', 'too-many-wait', 'sign-in-ended']);

/**
 * Takes a draft out of its field and sends it, now or when the line is back.
 * @param told hears what became of it: null when it is saved, else a sentence.
 */
export const sendDraft = async (
  enrolment: EnrolledCourse,
  draft: Draft,
  told: (problem: string | null) => void,
): Promise<void> => {
  const note = {
    enrolmentId: enrolment._id,
    catalogueId: enrolment.courseId,
    courseName: enrolment.course_name,
    courseCode: enrolment.course_code,
    courseImageUrl: enrolment.imageUrl,
    text: draft.text.normalize('NFC').trim(),
    place: draft.place,
  };
  clearDraft(enrolment._id);
  try {
    await takeNote(note, enrolment.userEmail);
    told(null);
  } catch (error) {
    if (isDropped(error)) return;
    if (error instanceof ApiError && notKept.has(error.code)) takeBack(note);
    told(error instanceof Error ? error.message : 'The note could not be saved.');
  }
};
