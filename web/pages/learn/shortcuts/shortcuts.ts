import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { z } from 'zod/mini';
import { createDeviceSettingAtom } from '../../../client/device-setting-atom.ts';
import { skipSeconds } from '../../../domains/videos/player/player-types.ts';

export type Shortcut = 'back' | 'toggle' | 'forward' | 'note' | 'help';

export const shortcuts: readonly { key: string; action: Shortcut; description: string }[] = [
  { key: 'J', action: 'back', description: `Back ${skipSeconds} seconds` },
  { key: 'K', action: 'toggle', description: 'Play or pause' },
  { key: 'L', action: 'forward', description: `Forward ${skipSeconds} seconds` },
  { key: 'N', action: 'note', description: 'Write a note' },
  { key: '?', action: 'help', description: 'Show keyboard shortcuts' },
];

/** Whether keyboard shortcuts are on; stored on this device. */
export const shortcutsEnabledAtom = createDeviceSettingAtom('lyceum-lesson-keys', z.boolean(), true);

type KeyPress = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean; repeat: boolean };

/**
 * Returns the shortcut of a key event, or null. Ignores combinations with Ctrl, Alt and ⌘. While a key is held, only
 * skipping is repeated.
 */
export const findShortcut = (pressed: KeyPress): Shortcut | null => {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  const found = shortcuts.find(({ key }) => key === pressed.key.toUpperCase());
  if (found === undefined) return null;
  const isSkip = found.action === 'back' || found.action === 'forward';
  return pressed.repeat && !isSkip ? null : found.action;
};

/** Returns whether an element handles typed keys itself. */
const handlesTyping = (element: Element | null): boolean =>
  element !== null &&
  element.closest(
    'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="range"], [type="radio"], [type="checkbox"], [type="button"])',
  ) !== null;

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Handles keyboard shortcuts, unless they are turned off, the focused element handles typed keys itself, or a dialog is open. */
export const useShortcuts = (run: (shortcut: Shortcut) => void): void => {
  const areEnabled = useAtomValue(shortcutsEnabledAtom);
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  useEffect(() => {
    if (!areEnabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const shortcut = findShortcut(event);
      const target = event.target instanceof Element ? event.target : null;
      if (shortcut === null || handlesTyping(target) || isDialogOpen()) return;
      event.preventDefault();
      latestRun.current(shortcut);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [areEnabled]);
};
