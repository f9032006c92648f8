import { z } from 'zod/mini';
import { emailAddress } from '../fields/text.ts';
import { timeZone } from '../fields/time-zone.ts';

/** Body of POST /me/data: the time zone of the times in the readable page of the download. */
export const ownDataRequest = z.object({ timeZone });

/** Body of POST /me/removal: the caller's own e-mail, typed as a confirmation. */
export const ownRemoval = z.object({ email: emailAddress('Email') });
