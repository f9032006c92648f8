import { type MouseEvent, useRef } from 'react';

/**
 * Ignores clicks that were meant for the button's previous action: the second click of a double click, and a click during which the
 * button changed (because of an update from another tab).
 * @param meaning identifies the button's current action.
 */
export const useIntendedClick = (meaning: unknown) => {
  const pressed = useRef<{ meaning: unknown }>(undefined);
  return (act: () => void) => ({
    onPointerDown: () => {
      pressed.current = { meaning };
    },
    onClick: (event: MouseEvent) => {
      const meant = pressed.current === undefined || pressed.current.meaning === meaning;
      pressed.current = undefined;
      if (meant && event.detail < 2) act();
    },
  });
};
