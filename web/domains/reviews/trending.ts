import { useQuery } from '@tanstack/react-query';
import type { LiveTrending } from '#contract/live.ts';
import { highRatedCourseList } from '#contract/reviews.ts';
import { getAt } from '../../client/api/get.ts';
import { listenTrending } from '../../client/live/listeners.ts';
import { queryClient } from '../../client/query-client.ts';

const key = ['trending'] as const;

/** What the server told last, shown or not. */
let told: LiveTrending | null = null;

/** The later of the two, of whichever log is read now. */
export const laterOf = (known: LiveTrending, other: LiveTrending | null): LiveTrending =>
  other !== null && other.logId === known.logId && other.position > known.position ? other : known;

listenTrending((trending) => {
  told = trending;
  queryClient.setQueryData<LiveTrending>(key, (known) => known && laterOf(trending, known));
});

/** The courses that are trending, best first, and live. */
export const useTrending = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<LiveTrending> => {
      const { data, place } = await getAt('/highRatedCourses', highRatedCourseList, { signal });
      const read = { position: place?.position ?? 0, logId: place?.logId ?? '', courses: data };
      return laterOf(read, told);
    },
    select: ({ courses }) => courses,
  });
