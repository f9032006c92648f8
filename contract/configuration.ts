import { z } from 'zod';

/** GET /configuration.json: what one build of the client needs to know of the place where it is served. */
export const clientConfiguration = z.object({
  firebase: z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
  /** Address of the Auth emulator as the browser reaches it, or null where real Firebase is used. */
  authEmulatorUrl: z.string().nullable(),
  roleSignup: z.enum(['open', 'approval']),
  build: z.string(),
  demo: z.boolean(),
  /**
   * Null in the product. Where the school is shown as it was (`log as-of`): when that was (ISO 8601), up to which position of
   * the log, and as whom this browser looks at it (null: as a visitor).
   */
  past: z
    .object({
      at: z.iso.datetime(),
      position: z.number().int(),
      person: z
        .object({ id: z.string(), email: z.string(), name: z.string(), imageUrl: z.string() })
        .nullable(),
    })
    .nullable()
    .default(null),
});
export type ClientConfiguration = z.infer<typeof clientConfiguration>;
export type PastShown = NonNullable<ClientConfiguration['past']>;
