import { z } from 'zod';

/** GET /configuration.json: what one build of the client needs to know of the place where it is served. */
export const clientConfiguration = z.object({
  firebase: z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
  /** Address of the Auth emulator as the browser reaches it, or null where real Firebase is used. */
  authEmulatorUrl: z.string().nullable(),
  roleSignup: z.enum(['open', 'approval']),
  build: z.string(),
  demo: z.boolean(),
});
export type ClientConfiguration = z.infer<typeof clientConfiguration>;
