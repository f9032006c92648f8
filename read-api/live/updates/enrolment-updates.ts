import { streamId } from '#events/catalogue/stream-id.ts';
import { presentCertificate } from '../../resources/certificates/present.ts';
import { type EnrolmentRow, presentEnrolment, presentProgress } from '../../resources/enrolments/present.ts';
import { userRoom } from '../rooms.ts';
import { defineLiveUpdate, type RequiredRows } from './define-live-update.ts';
import type { Delivery, LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';
import { ownRecordRemoved } from './own-record-removed.ts';

type EnrolmentEvent = { stream: string; data: { userId: string } };

/** Sends the student what `messageOf` makes from the row of their enrolment; nothing if it returns null. */
const toStudent = (messageOf: (row: EnrolmentRow) => Delivery['message'] | null) => ({
  requiredRows: ({ stream }: EnrolmentEvent): RequiredRows => ({ enrolments: [streamId(stream)] }),
  create: ({ stream, data }: EnrolmentEvent, rows: LiveUpdateRows): LiveUpdateContent => {
    const row = rows.enrolments.get(streamId(stream));
    const message = row ? messageOf(row) : null;
    return { subject: stream, deliveries: message ? [{ to: [userRoom(data.userId)], message }] : [] };
  },
});

/** Sends the progress as GET /progress/{email} shows it. */
const progressChanged = toStudent((row) => {
  const progress = presentProgress(row);
  return progress && { kind: 'progress-changed', data: progress };
});

/**
 * Also tells the student that their notifications have changed, because joining or leaving a course adds or removes the
 * notifications about it.
 */
const withNotifications = (definition: {
  requiredRows(event: EnrolmentEvent): RequiredRows;
  create(event: EnrolmentEvent, rows: LiveUpdateRows): LiveUpdateContent;
}) => ({
  ...definition,
  create: (event: EnrolmentEvent, rows: LiveUpdateRows): LiveUpdateContent => ({
    ...definition.create(event, rows),
    notifiedRooms: [[userRoom(event.data.userId)]],
  }),
});

const left = withNotifications(ownRecordRemoved('enrolment-removed'));

/** Only the student receives these updates. */
export const enrolmentUpdates = [
  defineLiveUpdate(
    'StudentEnrolled',
    withNotifications(toStudent((row) => ({ kind: 'enrolment-added', data: presentEnrolment(row) }))),
  ),
  defineLiveUpdate('CourseStarted', progressChanged),
  defineLiveUpdate('ModuleCompleted', progressChanged),
  defineLiveUpdate('StudentLeft', {
    ...left,
    create: (event, rows) => {
      const { userId, courseId } = event.data;
      // The student may no longer read announcements to the students of the course.
      return { ...left.create(event, rows), endsAccess: { courseId, rooms: [userRoom(userId)] } };
    },
  }),
  defineLiveUpdate('CertificateIssued', {
    requiredRows: ({ stream }) => ({ certificates: [streamId(stream)] }),
    create: ({ stream, data }, rows) => {
      const row = rows.certificates.get(streamId(stream));
      const to = [userRoom(data.userId)];
      return {
        // A subject of its own: when a student leaves, earlier updates about the enrolment are no longer sent. This
        // update is still sent, because the certificate stays valid.
        subject: `certificate:${streamId(stream)}`,
        notifiedRooms: [to],
        deliveries: row
          ? [{ to, message: { kind: 'certificate-issued', data: presentCertificate(row) } }]
          : [],
      };
    },
  }),
];
