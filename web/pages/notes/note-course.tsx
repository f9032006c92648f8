import { courseCodes } from '#contract/schemas/courses.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { CoursePicture } from '../../domains/courses/components/course-picture.tsx';
import { HighlightedText } from '../../domains/notes/components/highlighted-text.tsx';
import { Chip } from '../../ui/chip.tsx';

/** The course of a note: small picture, name and code. */
export const NoteCourse = ({ note, words }: { note: Note; words: readonly string[] }) => {
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
