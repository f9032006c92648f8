import { useEffect, useRef, useState } from 'react';
import type { Course } from '#contract/schemas/courses.ts';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import {
  acceptSent,
  type Edit,
  findConflictingFields,
  resolveConflicts,
  trackSent,
  type Values,
} from './edit-conflicts.ts';
import { isConflict, sendEdit } from './send-edit.ts';

/**
 * Keeps the base of a form that edits a course while `course` receives live updates, and finds conflicts.
 * @param toValues reads the form's fields from a course.
 * @param mine what the form contains, and what the server would save for it.
 */
export const useCourseEdit = <V extends Values>(
  course: Course,
  toValues: (course: Course) => V,
  mine: readonly V[],
) => {
  const theirs = toValues(course);
  const [stored, setEdit] = useState<Edit<V>>({ base: theirs, sent: [] });
  const edit = acceptSent(stored, theirs);
  // React renders again at once, with the accepted values as the base.
  if (edit !== stored) setEdit(edit);
  return {
    theirs,
    base: edit.base,
    conflicts: findConflictingFields(edit, theirs, mine),
    resolve: (names: readonly (keyof V)[]) => setEdit((current) => resolveConflicts(current, theirs, names)),
    /** Sends the values that the user has submitted, as {@link sendEdit} does. */
    send: (values: V, send: (expectedVersion: number | undefined) => Promise<void>) =>
      sendEdit(
        course,
        (expectedVersion) => trackSent<V>(setEdit, values, () => send(expectedVersion)),
        (current) => findConflictingFields(edit, toValues(current), [values]).length > 0,
      ),
  };
};

/**
 * Moves the focus to the banner once when an edit is refused because of a conflict: by the server, or by `refuse`. The refusal is over when
 * no conflict is left, so that a conflict that appears later does not take the focus from a user who is typing.
 * @param failure why the edit could not be sent. @param clear removes it.
 */
export const useConflictBanner = (hasConflict: boolean, failure: unknown, clear: () => void) => {
  const banner = useRef<HTMLElement>(null);
  const [isRefusedHere, setRefusedHere] = useState(false);
  const mustChoose = hasConflict && (isRefusedHere || isConflict(failure));
  useEffect(() => {
    if (!mustChoose) return undefined;
    banner.current?.focus();
    return () => {
      setRefusedHere(false);
      clear();
    };
  }, [mustChoose, clear]);
  return {
    banner,
    /** Whether the user must choose a version before the edit can be sent. */
    mustChoose,
    /** Refuses to send an edit that conflicts. */
    refuse: () => {
      setRefusedHere(true);
      banner.current?.focus();
    },
    /** Call this after a choice. The pressed button disappears, and after the last conflict so does the banner. */
    finishChoice: (isLast: boolean) => {
      setRefusedHere(false);
      clear();
      if (isLast) focusPageHeading();
      else banner.current?.focus();
    },
  };
};
