import { z } from 'zod';
import { deviceSetting } from '../../../client/device-setting.ts';

/** What a single key does on the page of a lesson. */
export type KeyAct = 'back' | 'toggle' | 'forward' | 'note' | 'help';

export const keyActs: readonly { key: string; act: KeyAct; words: string }[] = [
  { key: 'J', act: 'back', words: 'Back 10 seconds' },
  { key: 'K', act: 'toggle', words: 'Play or pause' },
  { key: 'L', act: 'forward', words: 'Forward 10 seconds' },
  { key: 'N', act: 'note', words: 'Write a note' },
  { key: '?', act: 'help', words: 'Show these keys' },
];

/** Whether single keys do anything here; remembered on this device. */
export const keysOnAtom = deviceSetting('lyceum-lesson-keys', z.boolean(), true);

type Pressed = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean; repeat: boolean };

/** What a press means, or null. With Ctrl, Alt or ⌘ it is another's; a key that is held down skips on and does nothing else again. */
export const keyActOf = (pressed: Pressed): KeyAct | null => {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  const found = keyActs.find(({ key }) => key === pressed.key.toUpperCase());
  if (found === undefined) return null;
  const skips = found.act === 'back' || found.act === 'forward';
  return pressed.repeat && !skips ? null : found.act;
};

/** Where a key writes or chooses something, it is not ours. */
export const takesKeys = (element: Element | null): boolean =>
  element !== null &&
  element.closest(
    'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="range"], [type="radio"], [type="checkbox"], [type="button"])',
  ) !== null;
