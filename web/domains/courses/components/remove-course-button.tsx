import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { deleteAnswer, updateAnswer } from '#contract/answers.ts';
import type { Course } from '#contract/courses.ts';
import { act } from '../../../client/api/act.ts';
import { dropCourse } from '../drop-course.ts';
import { coursesKeys } from '../keys.ts';
import { useMayDo } from '../../../client/as-of/may-do.ts';
import { Button, type ButtonSize } from '../../../ui/button.tsx';
import { confirm, tell } from '../../../ui/popup.ts';
import { toast } from '../../../ui/toast.ts';

/**
 * Removes a course after asking. The course leaves the lists only once the server has said that it removed one.
 * Shown to those who may.
 */
export const RemoveCourseButton = ({
  course,
  size = 'small',
  onRemoved,
}: {
  course: Course;
  size?: ButtonSize;
  onRemoved?: () => void;
}) => {
  const queryClient = useQueryClient();
  const mayRemove = useMayDo('course.remove');
  const path = `/courses/${encodeURIComponent(course._id)}`;
  const restoration = useMutation({
    mutationFn: () => act('POST', `${path}/restoration`, updateAnswer),
    onError: (error) => toast.error(error.message),
    onSuccess: () => {
      toast.success(`${course.course_name} is back.`);
      return queryClient.invalidateQueries({ queryKey: coursesKeys.lists });
    },
  });
  const removal = useMutation({
    mutationFn: () => act('DELETE', path, deleteAnswer),
    onError: (error) => toast.error(error.message),
    onSuccess: async ({ deletedCount }) => {
      if (deletedCount === 0) {
        toast.blank('This course had been removed already.');
        return;
      }
      dropCourse(queryClient, course._id);
      await tell({ tone: 'success', title: 'Deleted!', text: 'Your file has been deleted.' });
      onRemoved?.();
      toast.blank(`${course.course_name} was removed.`, {
        action: { label: 'Undo', onClick: () => restoration.mutate() },
      });
    },
  });
  if (!mayRemove) return null;
  const ask = async () => {
    if (await confirm()) removal.mutate();
  };
  return (
    <Button look="second" size={size} working={removal.isPending} onClick={ask}>
      {!removal.isPending && <Trash2 className="size-4" aria-hidden="true" />}
      Remove
      <span className="sr-only"> {course.course_name}</span>
    </Button>
  );
};
