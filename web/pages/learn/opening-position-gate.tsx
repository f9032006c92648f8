import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { usePlayback } from '../../domains/playback/playback-queries.ts';
import { openingPosition } from './opening-position.ts';
import type { VideoPosition } from './tabs/lesson.ts';

/** How long the lesson waits for the stored playback position, in milliseconds. */
const timeoutMs = 2_500;

const useIsBeforeTimeout = (): boolean => {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  return patient;
};

/** Determines once where the lesson opens. Later updates do not move the player. */
export const OpeningPositionGate = ({
  enrolment,
  waiting,
  children,
}: {
  enrolment: EnrolledCourse;
  waiting: ReactNode;
  children: (opening: VideoPosition) => ReactNode;
}) => {
  const [search] = useSearchParams();
  const { data, isFetching } = usePlayback();
  const patient = useIsBeforeTimeout();
  const [opening, setOpening] = useState<VideoPosition | null>(null);
  if (opening !== null) return children(opening);
  if (isFetching && patient) return waiting;
  const left = data?.find(({ enrolmentId }) => enrolmentId === enrolment._id) ?? null;
  setOpening(openingPosition({ search, left, completedModules: enrolment.completedModules }));
  return waiting;
};
