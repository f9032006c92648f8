import type { Course } from '#contract/schemas/courses.ts';
import { showOfflineNotice } from '../../client/outbox/outbox-toasts.ts';
import { queryClient } from '../../client/query-client.ts';
import { updateCourseVideos } from '../../domains/courses/course-actions.ts';
import { courseKeys } from '../../domains/courses/course-live.ts';
import { toast } from '../../ui/toast.ts';
import { useSingleMutation } from '../../ui/use-single-mutation.ts';
import type { OwnVideos } from './videos-schema.ts';

const save = async ({ _id }: Course, body: OwnVideos): Promise<OwnVideos> => {
  const { matchedCount } = await updateCourseVideos(_id, body);
  if (matchedCount === 0) throw new Error('This course was removed from the catalogue.');
  return body;
};

/** Saves the videos of a course and updates the cached course. @param onSaved called with the saved videos. */
export const useSaveVideos = (course: Course, onSaved: (videos: OwnVideos['videos']) => void) =>
  useSingleMutation({
    mutationFn: (body: OwnVideos) => save(course, body),
    onMutate: showOfflineNotice,
    onSuccess: ({ videos }) => {
      queryClient.setQueryData<Course>(
        courseKeys.one(course._id),
        (cached) => cached && { ...cached, videos },
      );
      onSaved(videos);
      toast.success('Videos saved.');
    },
  });
