import { livePlace } from '#contract/presence.ts';
import type { LiveSocket, Seat } from './seat.ts';

const place = livePlace.nullable();

/** Hears what a client says at its socket; whatever is not as the contract has it is answered with a sentence, or with nothing. */
export const hearClient = (socket: LiveSocket, seat: Seat): void => {
  socket.on('authenticate', (token: unknown, done: unknown) => {
    if (typeof done !== 'function') return;
    const isToken = token === null || (typeof token === 'string' && token.length <= 8_000);
    if (!isToken) done({ error: 'A token, or null.' });
    else void seat.authenticate(token).then((answer) => done(answer));
  });
  socket.on('attend', (shown: unknown, done: unknown) => {
    if (typeof done !== 'function') return;
    const parsed = place.safeParse(shown);
    if (!parsed.success) done('There is no such place.');
    else void seat.attend(parsed.data).then((refusal) => done(refusal));
  });
};
