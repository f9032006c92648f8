import { takeBack } from '../../../domains/notes/drafts.ts';
import { placeOf } from '../../../domains/notes/place.ts';
import { paths } from '../../../client/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../client/api/error-state.tsx';
import { NoteCard } from '../../../domains/notes/components/note-card.tsx';
import { NoteForm } from '../../../domains/notes/components/note-form.tsx';
import { NotePages } from '../../../domains/notes/components/note-pages.tsx';
import { NotePlaceButton } from '../../../domains/notes/components/note-place.tsx';
import { UnsentNoteCard } from '../../../domains/notes/components/unsent-note-card.tsx';
import { useNoteList } from '../../../domains/notes/components/use-note-list.ts';
import { PresentOnly } from '../../../client/as-of/present-only.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Lesson } from './lesson.ts';

/** The notes of this course, the newest first; a note's time has the player go there. */
const Notes = ({ enrolment, goTo }: Pick<Lesson, 'enrolment' | 'goTo'>) => {
  const { listed, waiting, error, isFetching, refetch } = useNoteList();
  const notes = listed?.filter(({ note }) => note.enrolmentId === enrolment._id);
  const onTheirWay = waiting.filter(({ enrolmentId }) => enrolmentId === enrolment._id);
  if (!notes && error)
    return (
      <ErrorState
        title="The notes could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <>
      <ul className="grid gap-4 empty:hidden">
        {onTheirWay.map((note) => (
          <li key={note.key} className="grid">
            <UnsentNoteCard note={note} onEdit={() => takeBack(note)} />
          </li>
        ))}
      </ul>
      {notes ? (
        <NotePages
          notes={notes}
          className="grid gap-4"
          empty={
            onTheirWay.length === 0 && (
              <p className="text-muted">None yet. What you write down stands here, beside its moment.</p>
            )
          }
        >
          {(one) => {
            const place = placeOf(one.note);
            return (
              <NoteCard
                listed={one}
                words={[]}
                place={place && <NotePlaceButton place={place} goTo={goTo} />}
                name={`the note of ${new Date(one.note.takenAt).toLocaleString('en-GB')}`}
              />
            );
          }}
        </NotePages>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the notes</span>
          <Skeleton className="h-32 rounded-card" />
        </div>
      )}
    </>
  );
};

/** Writes notes beside the lesson, each with its place, and shows those of this course. */
export const NotesTab = ({ enrolment, place, goTo }: Lesson) => {
  if (!enrolment.started) return <p className="font-medium">Please start the course first</p>;
  return (
    <div className="grid gap-10">
      <PresentOnly>
        <NoteForm enrolment={enrolment} place={place} />
      </PresentOnly>
      <section aria-labelledby="notes-of-course" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="notes-of-course" tabIndex={-1} className="font-serif text-xl font-semibold">
            Notes of this course
          </h2>
          <ButtonLink
            to={`${paths.myNotes}?${new URLSearchParams({ course: enrolment.courseId })}`}
            look="quiet"
            size="small"
          >
            Search in My Notes
          </ButtonLink>
        </div>
        <Notes enrolment={enrolment} goTo={goTo} />
      </section>
    </div>
  );
};
