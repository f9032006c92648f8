import { useAtomValue } from 'jotai';
import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Course } from '#contract/schemas/courses.ts';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { isSendingBlockedAtom } from '../../client/outbox/outbox-atoms.ts';
import { showActionFailure, showOfflineNotice } from '../../client/outbox/outbox-toasts.ts';
import { PendingMark } from '../../client/outbox/pending-marks.tsx';
import { paths } from '../../client/paths.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { showMessage } from '../../ui/popup.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import { addBookmark } from './bookmark-actions.ts';
import { isPendingBookmark } from './bookmark-live.ts';
import { useBookmarks } from './bookmark-queries.ts';

const useAddBookmark = (course: Course, email: string) => {
  const navigate = useNavigate();
  return useSingleMutation({
    mutationFn: () => addBookmark(course, email),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: async () => {
      await showMessage({
        tone: 'success',
        title: 'Success!!!',
        text: 'Course bookmarked successfully',
        button: 'Cool',
      });
      await navigate(paths.bookmarks);
    },
  });
};

type BookmarkButtonProps = { course: Course; className?: string | undefined };

const StudentButton = ({ course, email, className }: BookmarkButtonProps & { email: string }) => {
  const bookmark = useBookmarks().data?.find(({ courseId }) => courseId === course._id);
  const { mutate: add, isPending: isAdding } = useAddBookmark(course, email);
  const isSendingBlocked = useAtomValue(isSendingBlockedAtom);
  const name = <span className="sr-only"> {course.course_name}</span>;
  if (bookmark && !isPendingBookmark(bookmark) && !isAdding)
    return (
      <ButtonLink to={paths.bookmarks} look="second" className={className}>
        <BookmarkCheck className="size-4 shrink-0 text-brand" />
        Bookmarked
        {name}
      </ButtonLink>
    );
  const Icon = bookmark ? BookmarkCheck : Bookmark;
  return (
    <HiddenInAsOfView>
      <Button
        look="second"
        className={className}
        onClick={() => {
          if (!bookmark) add();
        }}
      >
        <Icon className="size-4 shrink-0" />
        {bookmark ? 'Bookmarked' : 'Bookmark'}
        {name}
        {bookmark && isSendingBlocked && <PendingMark />}
      </Button>
    </HiddenInAsOfView>
  );
};

/** For Students: bookmarks a course, then shows a popup and the list of bookmarks. Later it links to that list. */
export const BookmarkButton = (props: BookmarkButtonProps) => {
  const email = useAtomValue(studentEmailAtom);
  return email !== null && <StudentButton {...props} email={email} />;
};
