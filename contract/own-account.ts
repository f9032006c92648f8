import { z } from 'zod';
import { emailAddress } from './text.ts';
import { timeZone } from './time-zone.ts';

/** Body of POST /me/data: by whose clock the copy tells times. */
export const ownDataRequest = z.object({ timeZone });

/** Body of POST /me/removal: one's own e-mail, typed, so that nothing is removed by a slip. */
export const ownRemoval = z.object({ email: emailAddress('Email') });

/** How long ago a person may have signed in who removes their account. */
export const recentSignInMs = 5 * 60_000;
