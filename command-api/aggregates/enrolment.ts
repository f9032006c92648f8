import { type EnrolmentEvent, enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** A student who left the course may enrol again and then continues with the same progress. */
export type EnrolmentState =
  | { status: 'unknown' }
  | {
      status: 'enrolled' | 'left';
      userId: string;
      courseId: string;
      hasStarted: boolean;
      /** 0 to 5. */
      completedModules: number;
      /** The number of the certificate; null until the student has collected it. */
      certificate: string | null;
    };

const evolve = (state: EnrolmentState, event: EnrolmentEvent): EnrolmentState => {
  if (state.status === 'unknown') {
    if (event.type !== 'StudentEnrolled') return state;
    const { userId, courseId } = event.data;
    return {
      status: 'enrolled',
      userId,
      courseId,
      hasStarted: false,
      completedModules: 0,
      certificate: null,
    };
  }
  switch (event.type) {
    case 'StudentEnrolled':
      return { ...state, status: 'enrolled' };
    case 'StudentLeft':
      return { ...state, status: 'left' };
    case 'CourseStarted':
      return { ...state, hasStarted: true };
    case 'ModuleCompleted':
      return { ...state, completedModules: event.data.module };
    case 'CertificateIssued':
      return { ...state, certificate: event.data.number };
    default:
      return state;
  }
};

export const enrolmentAggregate: Aggregate<EnrolmentState, EnrolmentEvent> = {
  name: 'enrolment',
  initial: { status: 'unknown' },
  evolve,
};

export const enrolmentById = (id: string): StreamRead<EnrolmentState, EnrolmentEvent> => ({
  stream: enrolmentStream(id),
  aggregate: enrolmentAggregate,
});
