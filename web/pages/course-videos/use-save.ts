import { useMutation } from '@tanstack/react-query';
import { updateAnswer } from '#contract/answers.ts';
import type { Course } from '#contract/courses.ts';
import { act } from '../../client/api/act.ts';
import { coursesKeys } from '../../domains/courses/keys.ts';
import { queryClient } from '../../client/query-client.ts';
import { sayIfItWaits } from '../../client/outbox/say-if-it-waits.ts';
import { toast } from '../../ui/toast.ts';
import { useOnce } from '../../ui/use-once.ts';
import type { OwnVideos } from './own-videos.ts';

const save = async ({ _id }: Course, body: OwnVideos): Promise<OwnVideos> => {
  const path = `/courses/${encodeURIComponent(_id)}/videos`;
  const { matchedCount } = await act('PUT', path, updateAnswer, { body });
  if (matchedCount === 0) throw new Error('This course was removed from the catalogue.');
  return body;
};

/** Saves a course's own videos, or none; the shown course has them from then on. @param onSaved told what was saved. */
export const useSave = (course: Course, onSaved: (videos: OwnVideos['videos']) => void) => {
  const { begin, end } = useOnce();
  const { mutate, isPending, isPaused, error } = useMutation({
    mutationFn: (body: OwnVideos) => save(course, body),
    onMutate: sayIfItWaits,
    onSuccess: ({ videos }) => {
      queryClient.setQueryData<Course>(coursesKeys.one(course._id), (known) => known && { ...known, videos });
      onSaved(videos);
      toast.success('Videos saved. Students have them now.');
    },
    onSettled: end,
  });
  return {
    save: (body: OwnVideos) => {
      if (begin()) mutate(body);
    },
    saving: isPending,
    waiting: isPaused,
    failure: error,
  };
};
