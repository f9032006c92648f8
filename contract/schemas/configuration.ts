import { z } from 'zod/mini';
import { shownLine } from '../fields/text.ts';

/** GET /configuration.json: the settings of the installation that serves the client. */
export const clientConfiguration = z.object({
  firebase: z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
  /** The address at which the browser reaches the Auth emulator; null with real Firebase. */
  authEmulatorUrl: z.nullable(z.string()),
  roleSignup: z.enum(['open', 'approval']),
  /** `required`: nobody can register until the identity provider has verified their e-mail address. */
  emailVerification: z._default(z.enum(['required', 'off']), 'off'),
  /** After how many minutes without input the client signs a user out; 0: never. */
  idleSignOutMinutes: z._default(z.number().check(z.gte(0)), 0),
  /** Other hosts from which pictures of users are shown to everybody (see `contract/is-shared-picture.ts`). */
  imageHosts: z._default(z.array(z.string()), []),
  /** The share of requests whose trace is recorded, from 0 to 1; null: traces are off, and the client sends no trace ids. */
  tracing: z._default(z.nullable(z.object({ sampleRatio: z.number().check(z.gte(0), z.lte(1)) })), null),
  build: z.string(),
  demo: z.boolean(),
  /**
   * Set in the as-of view (`log as-of`), null otherwise: the moment (ISO 8601), the last log position, and the user whose view
   * this browser shows (null: that of a visitor).
   */
  past: z._default(
    z.nullable(
      z.object({
        at: z.iso.datetime(),
        position: z.int(),
        person: z.nullable(
          z.object({ id: z.string(), email: z.string(), name: shownLine(), imageUrl: z.string() }),
        ),
      }),
    ),
    null,
  ),
});
export type ClientConfiguration = z.infer<typeof clientConfiguration>;
export type PastView = NonNullable<ClientConfiguration['past']>;
