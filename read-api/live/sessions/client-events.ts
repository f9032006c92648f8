import { z } from 'zod/mini';
import { attendedView } from '#contract/schemas/presence.ts';
import type { LiveSocket, SocketSession } from './socket-session.ts';

const maxTokenLength = 8_000;
const optionalView = z.nullable(attendedView);

/** Handles the events of a client. Answers invalid arguments with an error message, and ignores events without a callback. */
export const handleClientEvents = (socket: LiveSocket, session: SocketSession): void => {
  socket.on('authenticate', (token: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return;
    if (token === null || (typeof token === 'string' && token.length <= maxTokenLength))
      void session.authenticate(token).then((answer) => acknowledge(answer));
    else acknowledge({ error: 'Send a token or null.' });
  });
  socket.on('attend', (view: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return;
    const parsed = optionalView.safeParse(view);
    if (parsed.success) void session.attend(parsed.data).then((refusal) => acknowledge(refusal));
    else acknowledge('This view does not exist.');
  });
};
