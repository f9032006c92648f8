import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';
import type { Logger } from '../logging.ts';

/** The state of a request. The middleware of `createAccessLog` sets it, except the optional properties. */
export type RequestState = {
  requestId: string;
  /** The client's address, even behind trusted proxies. */
  address: string;
  /** Creates a logger with the request id. Most requests need none. Never log tokens, e-mail addresses or whole URLs. */
  createLog: () => Logger;
  /** The id of the user who sent the request, once their token was verified. */
  userId?: string;
  /** The route pattern (`/users/{email}`) for logs and metrics; set by the middleware that answers. */
  route?: string;
  /**
   * Whether this is an answer of an endpoint or of a health check, or a file that only pages load. Browsers neither show it as a page nor
   * run it as a worker, so it gets fewer security headers. The middleware that answers sets it.
   */
  isData?: boolean;
};

export type Context = ParameterizedContext<RequestState, DefaultContext>;
export type RequestMiddleware = Middleware<RequestState, DefaultContext>;
