import { Component, useLayoutEffect, useRef } from 'react';
import type { Location, NavigationType } from 'react-router-dom';
import { anchorEntryKey } from '../../ui/use-go-to.ts';

/** The address of the page that is shown, and how the user came to it. */
export type ShownAddress = { location: Location; navigationType: NavigationType };

const storageKey = 'lyceum-scroll-positions';
/** How many positions a tab keeps. The oldest are dropped first. */
const maxPositions = 200;

/** Scroll positions in pixels from the top, by the key of the history entry. */
const positions = new Map<string, number>();

/** Remembers how far the shown page is scrolled. @param entryKey the `key` of its location. */
const savePosition = (entryKey: string): void => {
  // All entries of links to anchors have this key. Their pages are scrolled to the anchor again.
  if (entryKey === anchorEntryKey) return;
  positions.delete(entryKey);
  positions.set(entryKey, scrollY);
  const [oldest] = positions.keys();
  if (oldest !== undefined && positions.size > maxPositions) positions.delete(oldest);
};

/** Reads the positions that this tab stored before a reload, or before the user went to another site. */
const readStoredPositions = (): void => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
    for (const [key, position] of stored) positions.set(key, position);
  } catch {
    // If the storage is forbidden or its content is damaged, pages begin at the top.
  }
};

const storePositions = (): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
  } catch {
    // The storage may be full or forbidden.
  }
};

const scrollToAnchor = (hash: string): boolean => {
  const anchor = hash === '' ? null : document.getElementById(hash.slice(1));
  anchor?.scrollIntoView();
  return anchor !== null;
};

/**
 * When another page is about to replace the shown one, remembers how far the shown one is scrolled. Only a class component can read the old
 * page at this moment. (A `scroll` event comes with the next frame, when the old page may be gone.)
 */
export class ScrollPositionOnLeave extends Component<{ location: Location }> {
  override getSnapshotBeforeUpdate({ location }: Readonly<{ location: Location }>): null {
    if (location !== this.props.location) savePosition(location.key);
    return null;
  }

  // React requires it alongside getSnapshotBeforeUpdate.
  override componentDidUpdate() {}

  override render() {
    return null;
  }
}

/**
 * Scrolls each page that is shown. A page from the history returns to where it was left. Any other page is scrolled to the anchor of its
 * address or to the top. It stays where it is if only the query of its address was replaced, or if it is the first page and was scrolled
 * already.
 */
export const useScrollPosition = ({ location, navigationType }: ShownAddress): void => {
  const lastLocation = useRef<ShownAddress['location']>(null);
  useLayoutEffect(() => {
    readStoredPositions();
    // Otherwise the browser would scroll before the page is shown.
    const disableScrollRestoration = () => {
      history.scrollRestoration = 'manual';
    };
    const onPageHide = () => {
      history.scrollRestoration = 'auto';
      if (lastLocation.current) savePosition(lastLocation.current.key);
      storePositions();
    };
    disableScrollRestoration();
    addEventListener('pageshow', disableScrollRestoration);
    addEventListener('pagehide', onPageHide);
    return () => {
      removeEventListener('pageshow', disableScrollRestoration);
      removeEventListener('pagehide', onPageHide);
    };
  }, []);
  useLayoutEffect(() => {
    const previous = lastLocation.current;
    lastLocation.current = location;
    if (previous === location) return;
    const saved = navigationType === 'POP' ? positions.get(location.key) : undefined;
    // The browser, or the user, may have scrolled the page that the server has rendered.
    const isScrolled = previous === null && scrollY > 0;
    const isOnlyQueryReplaced =
      navigationType === 'REPLACE' &&
      previous?.pathname === location.pathname &&
      previous.search !== location.search;
    if (saved !== undefined) scrollTo(0, saved);
    else if (!isScrolled && !isOnlyQueryReplaced && !scrollToAnchor(location.hash)) scrollTo(0, 0);
  }, [location, navigationType]);
};
