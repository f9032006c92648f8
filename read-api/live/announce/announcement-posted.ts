import { needsAnnouncement, tellAnnouncement } from './about-announcement.ts';
import { announces } from './announces.ts';

export const announcementPosted = announces('AnnouncementPosted', {
  needs: needsAnnouncement,
  announce: tellAnnouncement,
});
