import { streamId } from '#events/catalogue/stream-id.ts';
import type { AnnouncementsTable } from '#platform/read-tables/announcements.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { recordProjection } from '../projection/record-projection.ts';

/** What each event makes of an announcement's row. A withdrawn one keeps its words, for a restoration. */
export const announcementEvolutions: Evolutions<AnnouncementsTable> = {
  AnnouncementPosted: (_, event) => ({
    id: streamId(event.stream),
    user_id: event.data.userId,
    user_type: event.data.userType,
    course_id: event.data.courseId,
    type: event.data.type,
    date: event.data.date,
    body: event.data.text,
    withdrawn: false,
    posted_at: event.recordedAt,
    posted_position: event.position,
    position: event.position,
  }),
  AnnouncementWithdrawn: (row, event) => row && { ...row, withdrawn: true, position: event.position },
  AnnouncementRestored: (row, event) => row && { ...row, withdrawn: false, position: event.position },
};

/** Read model `announcements`: whatever was announced, the withdrawn ones marked as such. */
export const announcements = recordProjection<AnnouncementsTable>({
  model: 'announcements',
  table: 'announcements',
  columns: {
    id: true,
    user_id: true,
    user_type: true,
    course_id: true,
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
