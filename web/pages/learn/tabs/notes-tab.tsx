import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { QueryError } from '../../../client/api/query-view.tsx';
import { HiddenInAsOfView } from '../../../client/as-of.tsx';
import { paths } from '../../../client/paths.ts';
import { NoteCard } from '../../../domains/notes/components/note-card.tsx';
import { NoteForm } from '../../../domains/notes/components/note-form.tsx';
import { PendingNoteCard } from '../../../domains/notes/components/pending-note-card.tsx';
import { PositionButton } from '../../../domains/notes/components/position-link.tsx';
import { useNoteList } from '../../../domains/notes/components/use-note-list.ts';
import { restoreDraft } from '../../../domains/notes/note-drafts.ts';
import type { PendingNote } from '../../../domains/notes/pending-notes.ts';
import { getNotePosition } from '../../../domains/videos/video-position.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { LessonProps } from './lesson-props.ts';

/** The notes of this course, newest first. A click on the video position of a note moves the player there. */
const Notes = ({
  enrolment,
  goTo,
  onEditPending,
}: Pick<LessonProps, 'enrolment' | 'goTo'> & { onEditPending: (note: PendingNote) => void }) => {
  const { listed, pending, query } = useNoteList();
  const notes = listed?.filter(({ note }) => note.enrolmentId === enrolment._id);
  const pendingNotes = pending.filter(({ enrolmentId }) => enrolmentId === enrolment._id);
  if (!notes && query.error) return <QueryError title="The notes could not be loaded" query={query} />;
  return (
    <>
      <ul className="grid gap-4 empty:hidden">
        {pendingNotes.map((note) => (
          <li key={note.key} className="grid">
            <PendingNoteCard note={note} onEdit={() => onEditPending(note)} />
          </li>
        ))}
      </ul>
      {notes ? (
        <PagedList
          items={notes}
          getKey={({ note }) => note._id}
          className="grid gap-4"
          empty={pendingNotes.length === 0 && <p className="text-muted">Your notes appear here.</p>}
        >
          {(listedNote) => {
            const position = getNotePosition(listedNote.note);
            return (
              <NoteCard
                listed={listedNote}
                words={[]}
                position={position && <PositionButton position={position} goTo={goTo} />}
                name={`the note from ${new Date(listedNote.note.takenAt).toLocaleString('en-GB')}`}
              />
            );
          }}
        </PagedList>
      ) : (
        <Loading label="Loading the notes">
          <Skeleton className="h-32 rounded-card" />
        </Loading>
      )}
    </>
  );
};

export const NotesTab = ({ enrolment, getCurrentPosition, goTo }: LessonProps) => {
  const form = useRef<HTMLDivElement>(null);
  const [restoredNoteKey, setRestoredNoteKey] = useState<string>();
  const editPending = (note: PendingNote) => {
    // The new key mounts the form again, without its preview. It is rendered synchronously, so that its text area can get the focus.
    flushSync(() => {
      restoreDraft(note);
      setRestoredNoteKey(note.key);
    });
    form.current?.querySelector('textarea')?.focus();
  };
  if (!enrolment.started) return <p className="font-medium">Please start the course first</p>;
  return (
    <div className="grid gap-10">
      <HiddenInAsOfView>
        <div ref={form}>
          <NoteForm key={restoredNoteKey} enrolment={enrolment} getCurrentPosition={getCurrentPosition} />
        </div>
      </HiddenInAsOfView>
      <section aria-labelledby="notes-of-course" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="notes-of-course" tabIndex={-1} className="font-serif text-xl font-semibold">
            Notes for this course
          </h2>
          <ButtonLink
            to={`${paths.myNotes}?${new URLSearchParams({ course: enrolment.courseId })}`}
            variant="quiet"
            size="small"
          >
            Search in My Notes
          </ButtonLink>
        </div>
        <Notes enrolment={enrolment} goTo={goTo} onEditPending={editPending} />
      </section>
    </div>
  );
};
