/** The draft of a new course: the texts that an Admin has typed into the form and not yet submitted. */
import { atom } from 'jotai';
import { z } from 'zod/mini';
import { createTabDrafts } from '../../client/session/tab-drafts.ts';

const courseDraft = z.object({
  /** The texts of the form by field. */
  texts: z.record(z.string(), z.string()),
  /** The idempotency key of the form. Submitting the restored draft again does not add a second course. */
  key: z.string(),
});
export type CourseDraft = z.infer<typeof courseDraft>;

const { draftsAtom, update, startLoading } = createTabDrafts('course-draft', z.nullable(courseDraft), null);

/** Loads the draft of the signed-in user, now and whenever another user signs in. Called once at start-up. */
export const startLoadingCourseDraft = startLoading;

/** The draft, or null if nothing was typed. */
export const courseDraftAtom = draftsAtom;

/** Stores the draft, or discards it if all its texts are empty. */
export const saveCourseDraft = (draft: CourseDraft): void =>
  update(() => (Object.values(draft.texts).every((text) => text === '') ? null : draft));

export const discardCourseDraft = (): void => update(() => null);

/** Describes the draft for the confirmation of a logout, which discards the draft. */
export const unsavedCourseAtom = atom((get): { key: string; words: string }[] => {
  const draft = get(courseDraftAtom);
  if (draft === null) return [];
  const name = draft.texts.course_name?.trim();
  return [{ key: draft.key, words: name ? `Unsaved new course: ‘${name}’` : 'Unsaved new course' }];
});
