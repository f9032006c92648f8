import { streamId } from '#events/catalogue/stream-id.ts';
import { presentEnrolment, presentProgress } from '../../resources/enrolments/present.ts';
import type { Announcement, Delivery } from '../announcement.ts';
import { userRoom } from '../rooms.ts';
import type { Needs } from './announces.ts';
import type { Rows } from './rows.ts';

/** An event of an enrolment; each names its student. */
type OfEnrolment = { stream: string; data: { userId: string } };

/** An enrolment is told about with its row. */
export const needsEnrolment = (event: OfEnrolment): Needs => ({ enrolments: [streamId(event.stream)] });

const tell = (event: OfEnrolment, message: Delivery['message'] | null): Omit<Announcement, 'position'> => ({
  subject: event.stream,
  withdraws: false,
  membership: null,
  deliveries: message ? [{ to: [userRoom(event.data.userId)], message }] : [],
});

/** The enrolled course to its student: GET /enrolledCourses gives the same. */
export const tellEnrolment = (event: OfEnrolment, rows: Rows): Omit<Announcement, 'position'> => {
  const row = rows.enrolments.get(streamId(event.stream));
  return tell(event, row ? { kind: 'enrolment-added', data: presentEnrolment(row) } : null);
};

/** The progress to its student: GET /progress/{email} gives the same. */
export const tellProgress = (event: OfEnrolment, rows: Rows): Omit<Announcement, 'position'> => {
  const row = rows.enrolments.get(streamId(event.stream));
  const progress = row ? presentProgress(row) : null;
  return tell(event, progress ? { kind: 'progress-changed', data: progress } : null);
};
