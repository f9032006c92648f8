import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { findShortcut, handlesTyping, type Shortcut, shortcutsEnabledAtom } from './shortcuts.ts';

const dialogIsOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Handles keyboard shortcuts, unless they are turned off, an input has the focus, or a dialog is open. */
export const useShortcuts = (act: (what: Shortcut) => void): void => {
  const on = useAtomValue(shortcutsEnabledAtom);
  const acting = useRef(act);
  useEffect(() => {
    acting.current = act;
  });
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const what = findShortcut(event);
      const target = event.target instanceof Element ? event.target : null;
      if (what === null || handlesTyping(target) || dialogIsOpen()) return;
      event.preventDefault();
      acting.current(what);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [on]);
};
