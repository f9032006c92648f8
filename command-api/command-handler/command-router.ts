import type { RequestMiddleware } from '#platform/http/context.ts';
import { createEndpointRouter } from '#platform/http/endpoint-router.ts';
import type { CommandHandler } from './command-handler.ts';
import { type CommandDependencies, handleCommand } from './handle-command.ts';

/** Creates the routes of all handlers. */
export const createCommandRouter = (
  handlers: readonly CommandHandler[],
  dependencies: CommandDependencies,
): RequestMiddleware => {
  const router = createEndpointRouter();
  for (const handler of handlers)
    router.add(handler.endpoint, (context) => handleCommand(handler, context, dependencies));
  return router.middleware;
};
