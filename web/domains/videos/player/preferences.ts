import { z } from 'zod';
import { deviceSetting } from '../../../client/device-setting.ts';

export const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

const preferences = z.object({
  sound: z.boolean(),
  captions: z.boolean(),
  speed: z.literal(speeds),
});
export type Preferences = z.infer<typeof preferences>;

/** How this device plays videos; until somebody says otherwise without sound and with captions. */
export const preferencesAtom = deviceSetting('lyceum-player', preferences, {
  sound: false,
  captions: true,
  speed: 1,
});
