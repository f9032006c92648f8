import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { useIsAllowed } from '../../../client/as-of.tsx';
import { Button, type ButtonSize } from '../../../ui/button.tsx';
import { confirm, showMessage } from '../../../ui/popup.ts';
import { toast } from '../../../ui/toast.ts';
import { removeCourse, restoreCourse } from '../course-actions.ts';
import { refetchCourseLists, removeCachedCourse } from '../course-live.ts';

/** Removes a course after a confirmation. The course stays in the lists until the server has removed it. */
export const RemoveCourseButton = ({
  course,
  size = 'small',
  onRemoved,
}: {
  course: ListedCourse;
  size?: ButtonSize;
  onRemoved?: () => void;
}) => {
  const canRemove = useIsAllowed('course.remove');
  const restoration = useMutation({
    mutationFn: () => restoreCourse(course._id),
    onError: (error) => toast.error(error.message),
    onSuccess: () => {
      toast.success(`${course.course_name} was restored.`);
      return refetchCourseLists();
    },
  });
  const removal = useMutation({
    mutationFn: () => removeCourse(course._id),
    onError: (error) => toast.error(error.message),
    onSuccess: async ({ deletedCount }) => {
      if (deletedCount === 0) {
        toast.neutral('This course was already removed.');
        return;
      }
      removeCachedCourse(course._id);
      await showMessage({ tone: 'good', title: 'Deleted!', text: 'Your file has been deleted.' });
      onRemoved?.();
      toast.neutral(`${course.course_name} was removed.`, {
        action: { label: 'Undo', onClick: () => restoration.mutate() },
      });
    },
  });
  if (!canRemove) return null;
  const confirmAndRemove = async () => {
    const detail = `“${course.course_name}” will be removed from the catalogue. Enrolled students keep it. You can restore it with “Undo” or from the history.`;
    if (await confirm({ detail })) removal.mutate();
  };
  return (
    <Button variant="secondary" size={size} isWorking={removal.isPending} onClick={confirmAndRemove}>
      {!removal.isPending && <Trash2 className="size-4" />}
      Remove
      <span className="sr-only"> {course.course_name}</span>
    </Button>
  );
};
