import { useEnrolments } from '../../domains/enrolments/enrolments.ts';
import { placeName, placeOf } from '../../domains/notes/place.ts';
import { paths } from '../../client/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cardGrid } from '../../domains/courses/components/course-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../client/api/error-state.tsx';
import { NoteCard } from '../../domains/notes/components/note-card.tsx';
import { NotePages } from '../../domains/notes/components/note-pages.tsx';
import { NotePlaceLink } from '../../domains/notes/components/note-place.tsx';
import { UnsentNoteCard } from '../../domains/notes/components/unsent-note-card.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoteControls } from './note-controls.tsx';
import { NotedCourse } from './noted-course.tsx';
import { type MyNotes, useMyNotes } from './use-my-notes.ts';

const number = new Intl.NumberFormat('en');
const notesInWords = (count: number) => `${number.format(count)} ${count === 1 ? 'note' : 'notes'}`;

const None = () => (
  <EmptyState
    sentence="You have no notes yet."
    detail="Notes are taken while learning a course."
    action={<ButtonLink to={paths.enrolledCourses}>My Enrolled Courses</ButtonLink>}
  />
);

const NoneFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    sentence="No note matches."
    detail="Every word must occur in the note, its course or its place."
    action={
      <Button look="second" onClick={onClear}>
        Show all notes
      </Button>
    }
  />
);

const Loading = () => (
  <div role="status" className={cardGrid()}>
    <span className="sr-only">Loading the notes</span>
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} className="h-64 rounded-card" />
    ))}
  </div>
);

/** Cards of notes. A course that was left keeps its notes, but has no lesson to lead back to. */
const Cards = ({ mine, shown }: { mine: MyNotes; shown: NonNullable<MyNotes['shown']> }) => {
  const { words } = mine;
  const enrolments = useEnrolments().data;
  const canGoTo = (id: string) => enrolments?.some(({ _id }) => _id === id) ?? true;
  return (
    <NotePages
      choice={`${mine.course} ${words.join(' ')}`}
      notes={shown}
      className={cardGrid()}
      empty={mine.total === 0 ? mine.waiting.length === 0 && <None /> : <NoneFound onClear={mine.clear} />}
    >
      {(one) => {
        const { note } = one;
        const place = placeOf(note);
        return (
          <NoteCard
            listed={one}
            words={words}
            header={<NotedCourse note={note} words={words} />}
            name={`the note of ${note.courseName}, ${new Date(note.takenAt).toLocaleString('en-GB')}`}
            place={
              place &&
              (canGoTo(note.enrolmentId) ? (
                <NotePlaceLink enrolmentId={note.enrolmentId} place={place} words={words} />
              ) : (
                <span className="tabular-nums">{placeName(place)}</span>
              ))
            }
          />
        );
      }}
    </NotePages>
  );
};

/** What a student wrote down while learning: searched at once, kept to one course, changed and removed in its place. */
export default function NotesPage() {
  const mine = useMyNotes();
  const { shown, waiting, total, error, isFetching, refetch } = mine;
  const found = shown?.length ?? 0;
  return (
    <Page>
      <PageHeading title="My Notes" subtitle="What you wrote down while learning." />
      {total > 0 && <NoteControls mine={mine} />}
      <p role="status" className="mt-6 mb-6 font-medium tabular-nums">
        {shown && total > 0
          ? mine.narrowed
            ? `${number.format(found)} of ${notesInWords(total)}`
            : notesInWords(total)
          : '\u00a0'}
      </p>
      {waiting.length > 0 && (
        <ul className={`${cardGrid()} mb-6`}>
          {waiting.map((note) => (
            <li key={note.key} className="grid min-w-0">
              <UnsentNoteCard note={note} />
            </li>
          ))}
        </ul>
      )}
      {shown ? (
        <Cards mine={mine} shown={shown} />
      ) : error ? (
        <ErrorState
          title="The notes could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading />
      )}
    </Page>
  );
}
