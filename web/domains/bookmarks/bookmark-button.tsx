import { useAtomValue } from 'jotai';
import { Bookmark, BookmarkCheck } from 'lucide-react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { isSendingBlockedAtom } from '../../client/outbox/outbox-atoms.ts';
import { showActionFailure, showOfflineNotice } from '../../client/outbox/outbox-toasts.ts';
import { PendingMark } from '../../client/outbox/pending-marks.tsx';
import { paths } from '../../client/paths.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { showMessage } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';
import { useGoTo } from '../../ui/use-go-to.ts';
import { useIsLeaving } from '../../ui/use-is-leaving.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import { addBookmark } from './bookmark-actions.ts';
import { isPendingBookmark } from './bookmark-live.ts';
import { useBookmarks } from './bookmark-queries.ts';
import { useRemoveBookmark } from './use-remove-bookmark.ts';

const useAddBookmark = (course: ListedCourse, email: string) => {
  const goTo = useGoTo();
  const isLeaving = useIsLeaving();
  return useSingleMutation({
    mutationFn: () => addBookmark(course, email),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: async () => {
      // Without a connection the answer may take minutes. A student who has gone to another page in the meantime stays there.
      const text = 'Course bookmarked successfully';
      if (isLeaving()) toast.success(text);
      else {
        await showMessage({ tone: 'good', title: 'Success!!!', text, button: 'Cool' });
        await goTo(paths.bookmarks);
      }
    },
  });
};

type BookmarkButtonProps = { course: ListedCourse; className?: string | undefined };

const StudentButton = ({ course, email, className }: BookmarkButtonProps & { email: string }) => {
  const { data, isLoading } = useBookmarks();
  const bookmark = data?.find(({ courseId }) => courseId === course._id);
  const { mutate: add, isPending: isAdding } = useAddBookmark(course, email);
  const remove = useRemoveBookmark();
  const isSendingBlocked = useAtomValue(isSendingBlockedAtom);
  const name = <span className="sr-only"> {course.course_name}</span>;
  const isWaiting = bookmark !== undefined && isPendingBookmark(bookmark) && isSendingBlocked;
  // A bookmark that is being sent cannot be removed yet. The second click of a double click must not remove the bookmark that the first one added.
  const canRemove = isWaiting || (bookmark !== undefined && !isPendingBookmark(bookmark) && !isAdding);
  const Icon = bookmark ? BookmarkCheck : Bookmark;
  return (
    <HiddenInAsOfView>
      <Button
        variant="secondary"
        className={className}
        isWorking={isLoading}
        title={canRemove ? 'Remove from your bookmarks' : undefined}
        onClick={({ detail }) => {
          if (bookmark === undefined) add();
          else if (canRemove && detail < 2) remove(bookmark);
        }}
      >
        {!isLoading && <Icon className={classNames('size-4 shrink-0', bookmark && 'text-brand')} />}
        {bookmark ? 'Bookmarked' : 'Bookmark'}
        {name}
        {isWaiting && <PendingMark />}
      </Button>
    </HiddenInAsOfView>
  );
};

/**
 * For Students: bookmarks a course, then shows a popup and the list of bookmarks, or only a toast if the student has gone to another page.
 * If the course is already bookmarked, removes the bookmark.
 */
export const BookmarkButton = (props: BookmarkButtonProps) => {
  const email = useAtomValue(studentEmailAtom);
  return email !== null && <StudentButton {...props} email={email} />;
};
