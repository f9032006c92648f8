import { z } from 'zod/mini';
import { createDeviceSettingAtom } from '../../../client/device-setting-atom.ts';

export const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

const preferences = z.object({
  sound: z.boolean(),
  captions: z.boolean(),
  speed: z.literal(speeds),
});

/** The player settings of this device. By default, sound is off and captions are on. */
export const preferencesAtom = createDeviceSettingAtom('lyceum-player', preferences, {
  sound: false,
  captions: true,
  speed: 1,
});
