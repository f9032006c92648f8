import Router from '@koa/router';
import type { RequestMiddleware, RequestState } from './context.ts';
import type { EndpointAddress } from './unknown-endpoints.ts';

/** Returns the first segment of a path: `courses` for `/courses` and for `/courses/1`. */
const firstSegment = (path: string): string => {
  const end = path.indexOf('/', 1);
  return end === -1 ? path.slice(1) : path.slice(1, end);
};

/**
 * Creates a router for the endpoints of the contract. `@koa/router` compares a request with each of its routes, so the endpoints of
 * each first segment (`/courses`, `/courses/{id}`) have a router of their own.
 */
export const createEndpointRouter = () => {
  const routers = new Map<string, { router: Router<RequestState>; handle: RequestMiddleware }>();
  const createRouter = () => {
    const router = new Router<RequestState>({ sensitive: true });
    // The router adds its own properties to the context, which the type of our middleware does not have.
    return { router, handle: router.routes() as unknown as RequestMiddleware };
  };
  return {
    /** `/courses/{id}` of the contract becomes `/courses/:id` of the router. Of several paths that match, the one that was added first counts. */
    add: ({ method, path }: EndpointAddress, handle: RequestMiddleware): void => {
      const segment = firstSegment(path);
      const entry = routers.get(segment) ?? createRouter();
      routers.set(segment, entry);
      entry.router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], handle);
    },
    /** Passes on requests for which there is no endpoint. */
    middleware: ((context, next) =>
      routers.get(firstSegment(context.path))?.handle(context, next) ?? next()) as RequestMiddleware,
  };
};
