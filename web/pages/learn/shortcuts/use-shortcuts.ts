import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { findShortcut, handlesTyping, type Shortcut, shortcutsEnabledAtom } from './shortcuts.ts';

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Handles keyboard shortcuts, unless they are turned off, an input has the focus, or a dialog is open. */
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
