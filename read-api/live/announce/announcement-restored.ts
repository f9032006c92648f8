import { needsAnnouncement, tellAnnouncement } from './about-announcement.ts';
import { announces } from './announces.ts';

export const announcementRestored = announces('AnnouncementRestored', {
  needs: needsAnnouncement,
  announce: tellAnnouncement,
});
