import Router from '@koa/router';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import { answerCommand, type CommandServices } from './answer-command.ts';
import type { CommandCall } from './command-call.ts';

/** Routes made from the table of calls: `/courses/{id}` becomes the router's `/courses/:id`. */
export const commandRoutes = (
  commands: readonly CommandCall[],
  services: CommandServices,
): RequestMiddleware => {
  const router = new Router({ sensitive: true });
  for (const command of commands) {
    const path = command.call.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [command.call.method], (context) =>
      answerCommand(command, context as unknown as Context, services),
    );
  }
  return router.routes() as unknown as RequestMiddleware;
};
