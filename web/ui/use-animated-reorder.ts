import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the person asked their device for less motion; asked anew each time, since it may be changed while a page is open. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Box = { left: number; top: number };

const boxesOf = (list: Element): Map<string, Box> =>
  new Map(
    [...list.children].flatMap((child) => {
      const { id } = (child as HTMLElement).dataset;
      const { left, top } = child.getBoundingClientRect();
      return id === undefined ? [] : [[id, { left: left + scrollX, top: top + scrollY }]];
    }),
  );

/**
 * Has the children of a list glide to their new places when their order is another: each begins where it was. A child says
 * which one it is with `data-id`. Under reduced motion they stand there at once.
 * @param order another value whenever the order may be another.
 */
export const useAnimatedReorder = (list: RefObject<HTMLElement | null>, order: string): void => {
  const before = useRef<Map<string, Box>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what it is about; where things stand is measured
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    for (const child of element.children) for (const glide of child.getAnimations()) glide.cancel();
    const now = boxesOf(element);
    if (!prefersReducedMotion())
      for (const child of element.children) {
        const { id = '' } = (child as HTMLElement).dataset;
        const [was, is] = [before.current.get(id), now.get(id)];
        if (!was || !is || (was.left === is.left && was.top === is.top)) continue;
        const translate = `${was.left - is.left}px ${was.top - is.top}px`;
        child.animate([{ translate }, { translate: '0 0' }], { duration: 450, easing: 'ease' });
      }
    before.current = now;
  }, [order]);
};
