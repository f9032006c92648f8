import { streamId } from '#events/catalogue/stream-id.ts';
import { needsUser, tellRole } from './about-user.ts';
import { announces } from './announces.ts';

export const userRoleChanged = announces('UserRoleChanged', {
  needs: needsUser,
  announce: ({ stream }, rows) => tellRole('user-changed', streamId(stream), rows),
});
