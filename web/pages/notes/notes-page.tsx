import { Download } from 'lucide-react';
import { courseCodes } from '#contract/schemas/courses.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { QueryView } from '../../client/api/query-view.tsx';
import { paths } from '../../client/paths.ts';
import { toSafeFileName } from '../../domains/certificates/file-name.ts';
import { gridClasses } from '../../domains/courses/components/course-grid.tsx';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { useEnrolments } from '../../domains/enrolments/enrolment-queries.ts';
import { HighlightedText } from '../../domains/notes/components/highlighted-text.tsx';
import { NoteCard } from '../../domains/notes/components/note-card.tsx';
import { PendingNoteCard } from '../../domains/notes/components/pending-note-card.tsx';
import { PositionLink } from '../../domains/notes/components/position-link.tsx';
import { formatNotesAsMarkdown } from '../../domains/notes/export-notes.ts';
import { formatPosition, getNotePosition } from '../../domains/videos/video-position.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { Loading, Skeletons } from '../../ui/skeleton.tsx';
import { type MyNotes, useMyNotes } from './use-my-notes.ts';

const NoteCourse = ({ note, words }: { note: Note; words: readonly string[] }) => {
  const code = courseCodes.find((known) => known === note.courseCode);
  return (
    <div className="mb-4 flex items-start gap-3 border-b border-hairline pb-4">
      {code && (
        <CoursePicture
          course={{ course_code: code, imageUrl: note.courseImageUrl }}
          className="w-24 shrink-0 rounded-control [&_.font-serif]:text-lg"
        />
      )}
      <div className="min-w-0">
        <h2 className="line-clamp-2 font-serif text-lg leading-[1.2] font-semibold wrap-anywhere">
          <HighlightedText text={note.courseName} words={words} />
        </h2>
        <Chip className="mt-1.5">
          <span>
            <HighlightedText text={note.courseCode} words={words} />
          </span>
        </Chip>
      </div>
    </div>
  );
};

const numberFormat = new Intl.NumberFormat('en');

const NoteControls = ({ myNotes }: { myNotes: MyNotes }) => {
  const { searchText, setSearchText, courses, course, chooseCourse, total } = myNotes;
  return (
    <search className="mt-8 grid gap-5 sm:grid-cols-[1fr_16rem] lg:grid-cols-[1fr_22rem]">
      <SearchInput
        label="Search notes"
        placeholder="Search by text, course or module"
        value={searchText}
        onType={setSearchText}
      />
      <Select label="Course" value={course} onChange={(event) => chooseCourse(event.target.value)}>
        <option value="">All courses ({numberFormat.format(total)})</option>
        {courses.map(({ catalogueId, courseName, count }) => (
          <option key={catalogueId} value={catalogueId}>
            {courseName} ({numberFormat.format(count)})
          </option>
        ))}
      </Select>
    </search>
  );
};

const formatNoteCount = (count: number) => `${numberFormat.format(count)} ${count === 1 ? 'note' : 'notes'}`;

const NoNotes = () => (
  <EmptyState
    sentence="You have no notes yet."
    detail="Take notes while you learn."
    action={<ButtonLink to={paths.enrolledCourses}>My Enrolled Courses</ButtonLink>}
  />
);

const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    sentence="No matching notes."
    detail="Try fewer words."
    action={
      <Button
        variant="secondary"
        onClick={() => {
          focusPageHeading();
          onClear();
        }}
      >
        Show all notes
      </Button>
    }
  />
);

/** Note cards. Notes of a course that the student left have no link to the lesson. */
const NoteCards = ({ myNotes, matches }: { myNotes: MyNotes; matches: NonNullable<MyNotes['matches']> }) => {
  const { words } = myNotes;
  const enrolments = useEnrolments().data;
  const hasLesson = (id: string) => enrolments?.some(({ _id }) => _id === id) ?? true;
  return (
    <PagedList
      filter={`${myNotes.course} ${words.join(' ')}`}
      items={matches}
      getKey={({ note }) => note._id}
      className={gridClasses()}
      empty={
        myNotes.total === 0 ? (
          myNotes.pending.length === 0 && <NoNotes />
        ) : (
          <NoMatches onClear={myNotes.clear} />
        )
      }
    >
      {(listed) => {
        const { note } = listed;
        const position = getNotePosition(note);
        return (
          <NoteCard
            listed={listed}
            words={words}
            header={<NoteCourse note={note} words={words} />}
            name={`the note in ${note.courseName} from ${new Date(note.takenAt).toLocaleString('en-GB')}`}
            position={
              position &&
              (hasLesson(note.enrolmentId) ? (
                <PositionLink enrolmentId={note.enrolmentId} position={position} words={words} />
              ) : (
                <span className="tabular-nums">{formatPosition(position)}</span>
              ))
            }
          />
        );
      }}
    </PagedList>
  );
};

/** Saves all notes of the selected course, or of all courses, as one file, including those that the search hides. */
const ExportButton = ({ myNotes: { notes, course, courses } }: { myNotes: MyNotes }) => {
  const save = () => {
    const exported = notes.filter(({ catalogueId }) => course === '' || catalogueId === course);
    const name = courses.find(({ catalogueId }) => catalogueId === course)?.courseName ?? 'Lyceum';
    const content = new Blob([formatNotesAsMarkdown(exported)], { type: 'text/markdown;charset=utf-8' });
    saveFile(`${toSafeFileName(name)}-notes.md`, content);
  };
  return (
    <Button variant="secondary" size="small" onClick={save}>
      <Download className="size-4" />
      {course === '' ? 'Save all as Markdown' : 'Save course as Markdown'}
    </Button>
  );
};

/** Returns a text with the number of shown notes. While notes are loading, or if there are none, the text is a space, which keeps the height of the line. */
const describeCounts = ({ matches, total, isFiltered }: MyNotes): string => {
  if (!matches || total === 0) return '\u00a0';
  if (!isFiltered) return formatNoteCount(total);
  return `${numberFormat.format(matches.length)} of ${formatNoteCount(total)}`;
};

export default function NotesPage() {
  const myNotes = useMyNotes();
  const { matches, pending, total, query } = myNotes;
  return (
    <Page>
      <PageHeading title="My Notes" subtitle="Notes you took while learning." />
      {total > 0 && <NoteControls myNotes={myNotes} />}
      <div className="mt-6 mb-6 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-medium tabular-nums">
          {describeCounts(myNotes)}
        </p>
        {total > 0 && <ExportButton myNotes={myNotes} />}
      </div>
      {pending.length > 0 && (
        <ul className={`${gridClasses()} mb-6`}>
          {pending.map((note) => (
            <li key={note.key} className="grid min-w-0">
              <PendingNoteCard note={note} />
            </li>
          ))}
        </ul>
      )}
      <QueryView
        query={{ ...query, data: matches }}
        title="The notes could not be loaded"
        loading={
          <Loading label="Loading the notes" className={gridClasses()}>
            <Skeletons count={3} className="h-64 rounded-card" />
          </Loading>
        }
      >
        {(shown) => <NoteCards myNotes={myNotes} matches={shown} />}
      </QueryView>
    </Page>
  );
}
