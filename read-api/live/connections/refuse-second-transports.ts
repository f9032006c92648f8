import type { IncomingMessage, ServerResponse } from 'node:http';

/** The part of an Engine.IO server that is used here. */
type Engine = {
  use(
    middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void,
  ): void;
};

/**
 * Refuses, with status 400, every request that names an open connection (the parameter `sid`). Engine.IO accepts such requests even
 * though upgrades between transports are turned off, and does not call `allowRequest` for them. Without this check, a client could
 * replace the transport of its connection, to which our limits apply, or send GETs that are never answered. Clients that only use
 * WebSockets send no such request.
 */
export const refuseSecondTransports = (engine: Engine): void =>
  engine.use(({ url = '' }, _response, next) => {
    const { searchParams } = new URL(url, 'http://localhost');
    next(searchParams.has('sid') ? new Error('The connection already has a transport.') : undefined);
  });
