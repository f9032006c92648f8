import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { usePlayback } from '../../domains/playback/playback.ts';
import { openingPlace } from './opening-place.ts';
import type { Place } from './tabs/lesson.ts';

/** Nobody waits longer than this to be led back to a second, in milliseconds. */
const patienceMs = 2_500;

const usePatience = (): boolean => {
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return patient;
};

/** Finds out once where the lesson opens, and shows it from there; what is told later moves nobody. */
export const OpeningGate = ({
  enrolment,
  waiting,
  children,
}: {
  enrolment: EnrolledCourse;
  waiting: ReactNode;
  children: (opening: Place) => ReactNode;
}) => {
  const [search] = useSearchParams();
  const { data, isFetching } = usePlayback();
  const patient = usePatience();
  const [opening, setOpening] = useState<Place | null>(null);
  if (opening !== null) return children(opening);
  if (isFetching && patient) return waiting;
  const left = data?.find(({ enrolmentId }) => enrolmentId === enrolment._id) ?? null;
  setOpening(openingPlace({ search, left, completedModules: enrolment.completedModules }));
  return waiting;
};
