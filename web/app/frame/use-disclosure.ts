import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The state of a button that shows and hides a panel beside it. The panel closes on Escape, on a click or focus elsewhere, and
 * when the page changes. Put `containerProps` on the element around the button and the panel.
 */
export const useDisclosure = <E extends HTMLElement>() => {
  const { key } = useLocation();
  /** The history entry in which the panel was opened. In any other entry it is closed. */
  const [openAtKey, setOpenAtKey] = useState<string | null>(null);
  const isOpen = openAtKey === key;
  const container = useRef<E>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpenAtKey(null);
    };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  const containerProps = {
    ref: container,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return;
      setOpenAtKey(null);
      button.current?.focus();
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null && !container.current?.contains(relatedTarget)) setOpenAtKey(null);
    },
  };
  const open = () => setOpenAtKey(key);
  return { isOpen, containerProps, button, open, toggle: () => (isOpen ? setOpenAtKey(null) : open()) };
};
