import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Loaded = { default: ComponentType };

/**
 * Renders a component whose code is loaded when it is needed for the first time. The component stays rendered afterwards. If the code
 * cannot be loaded, for example without a connection, `onFailure` is called, and the code is imported again the next time the component is
 * needed. In Chromium that import also fails until the page is reloaded. So `onFailure` must ask the user to reload the page.
 * @param load imports the code; must be the same function in every render.
 * @param onFailure called if the code cannot be loaded; must be the same function in every render.
 * @param fallback shown while the component is needed but its code is not loaded.
 */
export const LoadWhenNeeded = ({
  isNeeded,
  load,
  onFailure,
  fallback = null,
}: {
  isNeeded: boolean;
  load: () => Promise<Loaded>;
  onFailure: (cause: unknown) => void;
  fallback?: ReactNode;
}) => {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (!isNeeded || loaded !== null) return undefined;
    let isMounted = true;
    load().then((module) => {
      if (isMounted) setLoaded(module);
    }, onFailure);
    return () => {
      isMounted = false;
    };
  }, [isNeeded, load, loaded, onFailure]);
  if (loaded === null) return isNeeded ? fallback : null;
  const Component = loaded.default;
  return <Component />;
};
