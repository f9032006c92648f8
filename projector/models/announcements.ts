import { streamId } from '#events/catalogue/stream-id.ts';
import type { AnnouncementsTable } from '#platform/read-tables/announcements.ts';
import type { Evolutions, Recorded } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

const toPostedRow = (
  event: Recorded<'AnnouncementPosted' | 'StudentMessagePosted'>,
  audience: Pick<AnnouncementsTable, 'recipient_ids' | 'type'>,
): AnnouncementsTable => ({
  id: streamId(event.stream),
  user_id: event.data.userId,
  user_type: event.data.userType,
  course_id: event.data.courseId,
  ...audience,
  date: event.data.date,
  body: event.data.text,
  withdrawn: false,
  posted_at: event.recordedAt,
  posted_position: event.position,
  position: event.position,
});

/** A withdrawn announcement keeps its text, so that it can be restored. */
const announcementEvolutions: Evolutions<AnnouncementsTable> = {
  AnnouncementPosted: (_, event) => toPostedRow(event, { recipient_ids: null, type: event.data.type }),
  StudentMessagePosted: (_, event) =>
    toPostedRow(event, { recipient_ids: event.data.recipientIds, type: 'Course Related' }),
  AnnouncementWithdrawn: (row, event) => row && { ...row, withdrawn: true, position: event.position },
  AnnouncementRestored: (row, event) => row && { ...row, withdrawn: false, position: event.position },
};

/** Read model `announcements`: all announcements, including withdrawn ones, which are marked. */
export const announcements = createRecordProjection<AnnouncementsTable>({
  model: 'announcements',
  table: 'announcements',
  columns: {
    id: true,
    user_id: true,
    user_type: true,
    course_id: true,
    recipient_ids: true,
    type: true,
    date: true,
    body: true,
    withdrawn: true,
    posted_at: true,
    posted_position: true,
    position: true,
  },
  evolutions: announcementEvolutions,
});
