import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';

export type LoadComponent = () => Promise<{ default: ComponentType }>;

/** Defines a page whose code is a chunk of its own. */
export const definePage = (path: string, load: LoadComponent): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});
