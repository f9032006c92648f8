import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Read each time, because the user can change the setting while the page is open. */
const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Position = { left: number; top: number };

const measurePositions = (list: Element): Map<string, Position> =>
  new Map(
    [...list.children].flatMap((child) => {
      const { id } = (child as HTMLElement).dataset;
      const { left, top } = child.getBoundingClientRect();
      return id === undefined ? [] : [[id, { left: left + scrollX, top: top + scrollY }]];
    }),
  );

/**
 * Animates the children of a list from their old to their new positions when their order changes, unless the user prefers
 * reduced motion. Each child is identified by `data-id`.
 * @param order a value that changes with the order.
 */
export const useAnimatedReorder = (list: RefObject<HTMLElement | null>, order: string): void => {
  const previous = useRef<Map<string, Position>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new order starts the animation
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    for (const child of element.children) for (const animation of child.getAnimations()) animation.cancel();
    const current = measurePositions(element);
    if (!prefersReducedMotion())
      for (const child of element.children) {
        const { id = '' } = (child as HTMLElement).dataset;
        const [from, to] = [previous.current.get(id), current.get(id)];
        if (!from || !to || (from.left === to.left && from.top === to.top)) continue;
        const translate = `${from.left - to.left}px ${from.top - to.top}px`;
        child.animate([{ translate }, { translate: '0 0' }], { duration: 450, easing: 'ease' });
      }
    previous.current = current;
  }, [order]);
};
