import { type MouseEvent, useRef } from 'react';

/**
 * Keeps a click that was meant for the button as it was from doing what it says now: the second click of a double click,
 * and one whose button changed (another tab's news came) while it was pressed.
 * @param meaning changes when the button comes to mean something else.
 */
export const useMeantClick = (meaning: unknown) => {
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
