import Router from '@koa/router';
import type { RequestMiddleware, RequestState } from '#platform/http/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { type CommandDependencies, handleCommand } from './handle-command.ts';

/** Creates the routes of all handlers: `/courses/{id}` of the contract becomes `/courses/:id` of the router. */
export const createCommandRouter = (
  handlers: readonly CommandHandler[],
  dependencies: CommandDependencies,
): RequestMiddleware => {
  const router = new Router<RequestState>({ sensitive: true });
  for (const handler of handlers) {
    const path = handler.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [handler.endpoint.method], (context) =>
      handleCommand(handler, context, dependencies),
    );
  }
  return router.routes() as RequestMiddleware;
};
