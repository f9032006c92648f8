import { useLayoutEffect, useRef } from 'react';
import { focusNearestHeading } from './focus-nearest-heading.ts';

/**
 * Returns a ref for an element that may disappear together with its component, for example because the user has pressed a button in
 * it. If the element or a part of it has the focus then, the nearest heading gets the focus.
 */
export const useFocusAfterRemoval = <E extends HTMLElement>() => {
  const ref = useRef<E>(null);
  // React cleans up layout effects before it removes the element. At that time the element still has the focus.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) focusNearestHeading(element);
    };
  }, []);
  return ref;
};
