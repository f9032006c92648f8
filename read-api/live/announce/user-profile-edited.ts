import { streamId } from '#events/catalogue/stream-id.ts';
import { needsUser, tellUser } from './about-user.ts';
import { announces } from './announces.ts';

export const userProfileEdited = announces('UserProfileEdited', {
  needs: needsUser,
  announce: ({ stream }, rows) => tellUser('user-changed', streamId(stream), rows),
});
