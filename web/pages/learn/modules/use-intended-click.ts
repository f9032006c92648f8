import { type MouseEvent, useRef } from 'react';

/**
 * Ignores clicks that were intended for the button's previous action: the second click of a double click, and a click during which the
 * button changed (because of an update from another tab).
 * @param action identifies the button's current action.
 */
export const useIntendedClick = (action: unknown) => {
  const pressed = useRef<{ action: unknown }>(undefined);
  return (onClick: () => void) => ({
    onPointerDown: () => {
      pressed.current = { action };
    },
    onClick: (event: MouseEvent) => {
      const isIntended = pressed.current === undefined || pressed.current.action === action;
      pressed.current = undefined;
      if (isIntended && event.detail < 2) onClick();
    },
  });
};
