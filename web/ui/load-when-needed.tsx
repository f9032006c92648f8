import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Loaded = { default: ComponentType };

const firstRetryDelayMs = 20_000;

/**
 * Renders a component whose code is loaded when it is needed for the first time. The component stays rendered afterwards. Unlike a
 * lazy component, it does not fail if the code cannot be loaded, for example without a connection: as long as the component is needed,
 * the code is requested again after ever longer pauses, and when the browser is online again.
 * @param load imports the code; must be the same function in every render.
 * @param onFailure called each time the code cannot be loaded; must be the same function in every render.
 * @param fallback shown until the code is loaded, if it is needed.
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
    const request = () => {
      load().then((module) => {
        if (isMounted) setLoaded(module);
      }, onFailure);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const requestUntilLoaded = (delayMs: number) => {
      request();
      timer = setTimeout(requestUntilLoaded, delayMs, 2 * delayMs);
    };
    requestUntilLoaded(firstRetryDelayMs);
    addEventListener('online', request);
    return () => {
      isMounted = false;
      clearTimeout(timer);
      removeEventListener('online', request);
    };
  }, [isNeeded, load, loaded, onFailure]);
  if (loaded === null) return isNeeded ? fallback : null;
  const Component = loaded.default;
  return <Component />;
};
