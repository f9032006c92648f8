import { useAtomValue } from 'jotai';
import { MapPin, X } from 'lucide-react';
import { type SubmitEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { isDiscarded } from '../../../client/outbox/outbox-messages.ts';
import { showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { formatPosition, type VideoPosition } from '../../videos/video-position.ts';
import { addNote } from '../note-actions.ts';
import {
  clearDraft,
  createDraftAtom,
  type Draft,
  restoreDraft,
  setDraftPosition,
  setDraftText,
  toSavedText,
} from '../note-drafts.ts';
import { NoteField } from './note-field.tsx';

/** The codes of errors after which the outbox does not contain the action. */
const notStoredCodes = new Set(['not-stored', 'too-many-pending', 'sign-in-ended']);

/**
 * Clears the draft and sends it as a note, or queues it if there is no connection.
 * @param onDone called with null when the note is saved, or with an error sentence. Not called if the note is discarded, or
 * if the session ends before the answer.
 */
const sendDraft = async (
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
    text: toSavedText(draft.text),
    position: draft.place,
  };
  clearDraft(enrolment._id);
  try {
    await addNote(note, enrolment.userEmail);
    onDone(null);
  } catch (error) {
    if (isDiscarded(error)) return;
    if (error instanceof ApiError && notStoredCodes.has(error.code)) restoreDraft(note);
    onDone(error instanceof Error ? error.message : 'The note could not be saved.');
  }
};

const DraftPosition = ({
  enrolmentId,
  position,
  getCurrentPosition,
}: {
  enrolmentId: string;
  position: VideoPosition | null;
  getCurrentPosition: () => VideoPosition;
}) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <MapPin className="size-4 shrink-0" />
      {position ? formatPosition(position) : 'No timestamp'}
    </span>
    <Button variant="quiet" size="small" onClick={() => setDraftPosition(enrolmentId, getCurrentPosition())}>
      Use current time
    </Button>
    {position && (
      <Button variant="quiet" size="small" onClick={() => setDraftPosition(enrolmentId, null)}>
        <X className="size-4" />
        Remove timestamp
      </Button>
    )}
  </div>
);

/**
 * Shows whether the note was sent, even if the user has moved to another page. Uses a toast instead of a popup, because the video
 * keeps playing while students take notes.
 */
const showResult = (problem: string | null): void => {
  if (problem === null) toast.success('Note Submitted!');
  else toast.error(problem);
};

/** A form for a new note. The draft survives a reload. A note that could not be sent stays on the page. */
export const NoteForm = ({
  enrolment,
  getCurrentPosition,
}: {
  enrolment: EnrolledCourse;
  getCurrentPosition: () => VideoPosition;
}) => {
  const { _id: id } = enrolment;
  const draft = useAtomValue(useMemo(() => createDraftAtom(id), [id]));
  const [isTextMissing, setTextMissing] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const focusTextArea = () => field.current?.querySelector('textarea')?.focus({ preventScroll: true });
  const send = () => {
    const isEmpty = draft.text.trim() === '';
    // Rendered at once, because the text area may have to replace the preview before it can get the focus.
    flushSync(() => {
      setTextMissing(isEmpty);
      if (!isEmpty) void sendDraft(enrolment, draft, showResult);
    });
    if (!isEmpty) showOfflineNotice();
    focusTextArea();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form noValidate data-error-lines onSubmit={submit} className="flex flex-col gap-3">
      <div ref={field} className="mb-2">
        <NoteField
          rows={4}
          placeholder="What do you want to remember?"
          value={draft.text}
          error={isTextMissing && draft.text.trim() === '' ? 'Note is required.' : undefined}
          onChange={(event) => setDraftText(id, event.target.value, getCurrentPosition)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
      </div>
      {draft.text !== '' && (
        <DraftPosition enrolmentId={id} position={draft.place} getCurrentPosition={getCurrentPosition} />
      )}
      <div>
        <Button
          type="submit"
          className="max-sm:w-full"
          onClick={(event) => {
            // The second click of a double click would find the form empty, and say that the text is missing.
            if (event.detail < 2) return;
            event.preventDefault();
            focusTextArea();
          }}
        >
          Save note
        </Button>
      </div>
    </form>
  );
};
