import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** If a page shows no heading within this time, the focus stays where it is. */
const headingTimeoutMs = 5_000;

/** Calls `onHeading` with the page's h1 as soon as there is one. Returns a function that stops waiting. */
const waitForHeading = (content: HTMLElement, onHeading: (heading: HTMLElement) => void): (() => void) => {
  const check = () => {
    const heading = content.querySelector<HTMLElement>('h1');
    if (heading) onHeading(heading);
    return heading !== null;
  };
  if (check()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (check()) stop();
  });
  const timer = setTimeout(() => stop(), headingTimeoutMs);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(content, { childList: true, subtree: true });
  return stop;
};

/**
 * Calls `onReady` when no popup is open. A popup that opens together with a page keeps the focus until the user closes the popup.
 * Then the page's heading gets the focus, unless the popup has returned it to another element.
 * @param onReady called with false if the popup has returned the focus to another element.
 */
const waitForPopups = (onReady: (isFocusFree: boolean) => void): (() => void) => {
  const isPopupOpen = () => document.querySelector('[role="alertdialog"]') !== null;
  if (!isPopupOpen()) {
    onReady(true);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    if (isPopupOpen()) return;
    observer.disconnect();
    requestAnimationFrame(() => onReady(document.activeElement === document.body));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
};

/**
 * Moves the focus to the h1 of a new page and announces its title. A change of the query alone (a search that is being typed)
 * has no effect.
 */
export const RouteFocus = () => {
  const { pathname } = useLocation();
  const [announcement, setAnnouncement] = useState('');
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return undefined;
    shownPath.current = pathname;
    const content = document.getElementById('content');
    if (!content) return undefined;
    let stopWaitingForPopups = () => {};
    const stopWaitingForHeading = waitForHeading(content, (heading) => {
      heading.tabIndex = -1;
      stopWaitingForPopups = waitForPopups((isFocusFree) => {
        if (isFocusFree) heading.focus({ preventScroll: true });
        setAnnouncement(document.title);
      });
    });
    return () => {
      stopWaitingForHeading();
      stopWaitingForPopups();
    };
  }, [pathname]);
  return (
    <p aria-live="polite" aria-atomic="true" className="sr-only">
      {announcement}
    </p>
  );
};
