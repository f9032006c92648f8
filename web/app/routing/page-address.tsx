import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Selects what the server wrote about the loaded page: its link preview, its structured data and its description. */
const descriptionSelector =
  'meta[property^="og:"], script[type="application/ld+json"], meta[name="description"]';

/**
 * Keeps the metadata of the document correct. After a navigation within the client, the canonical address is that of the new page, and
 * what the server wrote about the loaded page is removed.
 */
export const PageAddress = () => {
  const { pathname } = useLocation();
  const describedPath = useRef(pathname);
  useEffect(() => {
    if (describedPath.current === pathname) return;
    describedPath.current = pathname;
    for (const element of document.head.querySelectorAll(descriptionSelector)) element.remove();
    const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(pathname, canonical.href).href;
  }, [pathname]);
  return null;
};
