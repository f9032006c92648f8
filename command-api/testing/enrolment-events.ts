import type { EnrolmentEvent } from '#events/catalogue/streams/enrolment.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { enrolmentAggregate } from '../aggregates/enrolment.ts';

/** The student and the course of all events. */
export const samInCounting = { userId: 'sam', courseId: 'counting' };

export const enrolled: EnrolmentEvent = { type: 'StudentEnrolled', data: samInCounting };
export const courseStarted: EnrolmentEvent = {
  type: 'CourseStarted',
  data: { ...samInCounting, startedBy: 'enrolment' },
};
export const courseLeft: EnrolmentEvent = { type: 'StudentLeft', data: samInCounting };
export const moduleCompleted = (module: number): EnrolmentEvent => ({
  type: 'ModuleCompleted',
  data: { ...samInCounting, module },
});
/** Returns the events that complete the modules from 1 to `count`. */
export const modulesCompleted = (count: number): EnrolmentEvent[] =>
  Array.from({ length: count }, (_, index) => moduleCompleted(index + 1));

export const enrolmentAfter = (...events: EnrolmentEvent[]) => foldEvents(enrolmentAggregate, events);
