import { useAtomValue } from 'jotai';
import { MapPin, X } from 'lucide-react';
import { type SubmitEvent, useMemo, useRef, useState } from 'react';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { longestNote } from '#contract/notes.ts';
import { draftOfAtom, moveDraft, typeDraft } from '../drafts.ts';
import { type NotePlace, placeName } from '../place.ts';
import { sendDraft } from '../send-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Textarea } from '../../../ui/field.tsx';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { sayNoteSent } from './say-sent.ts';

const DraftPlace = ({
  enrolmentId,
  place,
  now,
}: {
  enrolmentId: string;
  place: NotePlace | null;
  now: () => NotePlace;
}) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <MapPin className="size-4 shrink-0" aria-hidden="true" />
      {place ? placeName(place) : 'No place in the course'}
    </span>
    <Button look="quiet" size="small" onClick={() => moveDraft(enrolmentId, now())}>
      Take this moment
    </Button>
    {place && (
      <Button look="quiet" size="small" onClick={() => moveDraft(enrolmentId, null)}>
        <X className="size-4" aria-hidden="true" />
        Without a place
      </Button>
    )}
  </div>
);

/** Writes a note of a course. What is typed survives a reload, and what could not be sent stays on the page. */
export const NoteForm = ({ enrolment, place }: { enrolment: EnrolledCourse; place: () => NotePlace }) => {
  const { _id: id } = enrolment;
  const draft = useAtomValue(useMemo(() => draftOfAtom(id), [id]));
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const send = () => {
    const nothing = draft.text.trim() === '';
    setMissing(nothing);
    if (!nothing) {
      void sendDraft(enrolment, draft, sayNoteSent);
      sayIfItWaits();
    }
    field.current?.querySelector('textarea')?.focus({ preventScroll: true });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <div ref={field}>
        <Textarea
          label="Your note"
          rows={4}
          maxLength={longestNote}
          placeholder="What do you want to remember?"
          value={draft.text}
          error={missing && draft.text.trim() === '' ? 'Note is required.' : undefined}
          onChange={(event) => typeDraft(id, event.target.value, place)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
      </div>
      {draft.text !== '' && <DraftPlace enrolmentId={id} place={draft.place} now={place} />}
      <div>
        <Button type="submit" className="max-sm:w-full">
          Save notes
        </Button>
      </div>
    </form>
  );
};
