import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';
import type { Logger } from '../logging.ts';

/** What every request's context holds once the app's own middleware has run. */
export type RequestState = {
  requestId: string;
  /** The client's address, behind trusted proxies too. */
  address: string;
  /** Carries the request's id; never give it a token, an e-mail, or a whole URL. */
  log: Logger;
  /** The pattern of the call (`/users/{email}`), for logs and metrics; set by the route. */
  route?: string;
};

export type Context = ParameterizedContext<RequestState, DefaultContext>;
export type RequestMiddleware = Middleware<RequestState, DefaultContext>;
