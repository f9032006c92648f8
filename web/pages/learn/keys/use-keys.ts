import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { type KeyAct, keyActOf, keysOnAtom, takesKeys } from './keys.ts';

const dialogIsOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Has single keys do what they stand for, unless they are turned off, something is typed, or a dialog is open. */
export const useKeys = (act: (what: KeyAct) => void): void => {
  const on = useAtomValue(keysOnAtom);
  const acting = useRef(act);
  useEffect(() => {
    acting.current = act;
  });
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const what = keyActOf(event);
      const target = event.target instanceof Element ? event.target : null;
      if (what === null || takesKeys(target) || dialogIsOpen()) return;
      event.preventDefault();
      acting.current(what);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [on]);
};
