import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { usePlayback } from '../../domains/playback/playback-queries.ts';
import type { VideoPosition } from '../../domains/videos/video-position.ts';
import { openingPosition } from './opening-position.ts';

/** The lesson waits this long for the stored playback position. */
const timeoutMs = 2_500;

const useIsBeforeTimeout = (): boolean => {
  const [isBeforeTimeout, setBeforeTimeout] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setBeforeTimeout(false), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return isBeforeTimeout;
};

/** Determines once where the lesson opens. Later updates do not move the player. */
export const OpeningPositionGate = ({
  enrolment,
  fallback,
  children,
}: {
  enrolment: EnrolledCourse;
  fallback: ReactNode;
  children: (opening: VideoPosition) => ReactNode;
}) => {
  const [search] = useSearchParams();
  const { data, isFetching } = usePlayback();
  const isBeforeTimeout = useIsBeforeTimeout();
  const [opening, setOpening] = useState<VideoPosition | null>(null);
  if (opening !== null) return children(opening);
  if (isFetching && isBeforeTimeout) return fallback;
  const stored = data?.find(({ enrolmentId }) => enrolmentId === enrolment._id) ?? null;
  setOpening(openingPosition({ search, stored, completedModules: enrolment.completedModules }));
  return fallback;
};
