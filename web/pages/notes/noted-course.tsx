import { courseCodes } from '#contract/courses.ts';
import type { Note } from '#contract/notes.ts';
import { Chip } from '../../ui/chip.tsx';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { MarkedText } from '../../domains/notes/components/marked-text.tsx';

/** The course of a note: its picture, small, for the words are what counts here; name and code. */
export const NotedCourse = ({ note, words }: { note: Note; words: readonly string[] }) => {
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
          <MarkedText text={note.courseName} words={words} />
        </h2>
        <Chip className="mt-1.5">
          <span>
            <MarkedText text={note.courseCode} words={words} />
          </span>
        </Chip>
      </div>
    </div>
  );
};
