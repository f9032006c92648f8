import { needsAudience, tellWithdrawal } from './about-announcement.ts';
import { announces } from './announces.ts';

export const announcementWithdrawn = announces('AnnouncementWithdrawn', {
  needs: needsAudience,
  announce: tellWithdrawal,
});
