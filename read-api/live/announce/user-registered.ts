import { streamId } from '#events/catalogue/stream-id.ts';
import { needsUser, tellRole } from './about-user.ts';
import { announces } from './announces.ts';

export const userRegistered = announces('UserRegistered', {
  needs: needsUser,
  announce: ({ stream }, rows) => tellRole('user-registered', streamId(stream), rows),
});
