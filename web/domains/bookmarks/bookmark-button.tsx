import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Course } from '#contract/courses.ts';
import { addBookmark } from './acts.ts';
import { useBookmarks } from './bookmarks.ts';
import { isPending } from './merge.ts';
import { heldUpAtom } from '../../client/outbox/waiting.ts';
import { paths } from '../../client/paths.ts';
import { studentEmailAtom } from '../../client/session/student.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { tell } from '../../ui/popup.ts';
import { PresentOnly } from '../../client/as-of/present-only.tsx';
import { sayFailure } from '../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../client/outbox/say-if-it-waits.ts';
import { useOnce } from '../../ui/use-once.ts';
import { WaitsMark } from '../../client/outbox/waits.tsx';

const useAddBookmark = (course: Course, email: string) => {
  const navigate = useNavigate();
  const { begin, end } = useOnce();
  const mutation = useMutation({
    mutationFn: () => addBookmark(course, email),
    onSettled: end,
    onMutate: sayIfItWaits,
    onError: sayFailure,
    onSuccess: async () => {
      await tell({
        tone: 'success',
        title: 'Success!!!',
        text: 'Course bookmarked successfully',
        button: 'Cool',
      });
      await navigate(paths.bookmarks);
    },
  });
  const add = () => {
    if (begin()) mutation.mutate();
  };
  return { add, adding: mutation.isPending };
};

const ForStudent = ({ course, email, className }: { course: Course; email: string; className?: string }) => {
  const bookmark = useBookmarks().data?.find(({ courseId }) => courseId === course._id);
  const { add, adding } = useAddBookmark(course, email);
  const heldUp = useAtomValue(heldUpAtom);
  const name = <span className="sr-only"> {course.course_name}</span>;
  if (bookmark && !isPending(bookmark) && !adding)
    return (
      <ButtonLink to={paths.bookmarks} look="second" className={className}>
        <BookmarkCheck className="size-4 shrink-0 text-brand" aria-hidden="true" />
        Bookmarked
        {name}
      </ButtonLink>
    );
  const Icon = bookmark ? BookmarkCheck : Bookmark;
  return (
    <PresentOnly>
      <Button
        look="second"
        {...(className ? { className } : {})}
        onClick={() => {
          if (!bookmark) add();
        }}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {bookmark ? 'Bookmarked' : 'Bookmark'}
        {name}
        {bookmark && heldUp && <WaitsMark />}
      </Button>
    </PresentOnly>
  );
};

/**
 * Bookmarks a course: shown at once, gone again when the server refuses; then a popup and the list of bookmarks. What
 * is bookmarked leads there. Shown to students.
 */
export const BookmarkButton = ({ course, className }: { course: Course; className?: string }) => {
  const email = useAtomValue(studentEmailAtom);
  return email !== null && <ForStudent course={course} email={email} {...(className ? { className } : {})} />;
};
