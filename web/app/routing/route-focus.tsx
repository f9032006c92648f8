import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** How long a page may take to show its heading before the focus stays where it is, in milliseconds. */
const patienceMs = 5_000;

/** Calls `found` with the page's h1 as soon as there is one; returns what gives the search up. */
const whenHeaded = (content: HTMLElement, found: (heading: HTMLElement) => void): (() => void) => {
  const look = () => {
    const heading = content.querySelector<HTMLElement>('h1');
    if (heading) found(heading);
    return heading !== null;
  };
  if (look()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (look()) stop();
  });
  const timer = setTimeout(() => stop(), patienceMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(content, { childList: true, subtree: true });
  return stop;
};

/**
 * Calls `ready` when no popup is open: one that opened with the new page keeps the focus until it is answered, and only
 * a focus that it leaves to nobody is ours to give then.
 */
const whenUnveiled = (ready: (focusIsFree: boolean) => void): (() => void) => {
  const veiled = () => document.querySelector('[role="alertdialog"]') !== null;
  if (!veiled()) {
    ready(true);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    if (veiled()) return;
    observer.disconnect();
    requestAnimationFrame(() => ready(document.activeElement === document.body));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
};

/**
 * After a change of page the focus goes to the new page's h1 and its title is spoken; a change of the query alone (a
 * search as it is typed) moves nothing.
 */
export const RouteFocus = () => {
  const { pathname } = useLocation();
  const [spoken, setSpoken] = useState('');
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const content = document.getElementById('content');
    if (!content) return undefined;
    let stopWaiting = () => {};
    const stopLooking = whenHeaded(content, (heading) => {
      heading.tabIndex = -1;
      stopWaiting = whenUnveiled((focusIsFree) => {
        if (focusIsFree) heading.focus({ preventScroll: true });
        setSpoken(document.title);
      });
    });
    return () => {
      stopLooking();
      stopWaiting();
    };
  }, [pathname]);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {spoken}
    </p>
  );
};
