import type { Socket } from 'socket.io';
import type { ClientToServer, LiveHandshake, LiveWelcome, ServerToClient } from '#contract/live.ts';
import type { LivePlace } from '#contract/presence.ts';
import type { UserType } from '#contract/users.ts';
import type { Logger } from '#platform/logging.ts';
import { ProblemError } from '#platform/problems.ts';
import { audienceNow, type Recognised } from './audience.ts';
import { type findMissed, messagesMissed } from './catch-up.ts';
import type { LiveMetrics } from './metrics.ts';
import type { PlaceTaken } from './places/admission.ts';
import type { Presence } from './presence/presence.ts';
import { type Audience, type Room, roomsOf } from './rooms.ts';
import type { LiveTail } from './tail.ts';

type NoEvents = Record<string, never>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, NoEvents, { seat?: Seat }>;

export type SeatServices = {
  recognise: (token: string | null) => Promise<Recognised>;
  findMissed: (handshake: LiveHandshake) => ReturnType<typeof findMissed>;
  /** Whether somebody may be told of a place; null: no. */
  admitToPlace: (audience: Audience, place: LivePlace) => Promise<PlaceTaken | null>;
  presence: Pick<Presence, 'sit' | 'leave'>;
  tail: LiveTail;
  metrics: LiveMetrics;
  logger: Logger;
  signInAgainMs: number;
  /** How many sockets of a person there are on this node. */
  socketsOf: (userId: string) => number;
  connectionsPerPerson: number;
};

/** A timer can't be set further ahead than this; a token that lasts longer is asked for early. */
const furthestTimer = 2_147_483_647;

/** A socket that comes before the node has found its place waits so long, then its line is closed: it comes again. */
const startWithinMs = 10_000;

const sameAudience = (one: Audience, other: Audience) =>
  one?.id === other?.id && one?.userType === other?.userType;

/**
 * One socket: who sits at it, in which rooms, and until when. What it is asked comes one after the other. Everything
 * between looking at the tail and joining rooms happens in one turn of the event loop.
 */
export class Seat {
  #audience: Audience = null;
  #joined = false;
  /** What the tab shows, and where it stands for that. */
  #shows: LivePlace | null = null;
  #place: PlaceTaken | null = null;
  #last: Promise<void> = Promise.resolve();
  #expiry: NodeJS.Timeout | null = null;
  readonly #socket: LiveSocket;
  readonly #services: SeatServices;

  constructor(socket: LiveSocket, services: SeatServices) {
    this.#socket = socket;
    this.#services = services;
    socket.once('disconnect', () => {
      this.#clearExpiry();
      services.presence.leave(socket.id);
    });
  }

  /** Takes the socket in: who is it, what did it miss, its rooms, welcome. A token that is no good makes a visitor of it. */
  open(handshake: LiveHandshake): Promise<void> {
    return this.#inTurn(async () => {
      const { token = null } = handshake;
      if (!(await this.#services.tail.startsWithin(startWithinMs)))
        throw new Error('The live tail does not stand anywhere yet.');
      const recognised = await this.#recogniseOrVisitor(token);
      const missed = await this.#services.findMissed(handshake);
      const hasPlace = await this.#inOneTurn(recognised, token, (audience) => {
        const { tail, metrics } = this.#services;
        if (!this.#hasPlace(audience)) return false;
        const messages = messagesMissed(missed, tail, roomsOf(audience));
        if (handshake.since !== undefined) metrics.catchUps.inc({ how: messages ? 'messages' : 'refetch' });
        for (const message of messages ?? []) this.#socket.emit('message', message);
        this.#sit(audience);
        this.#socket.emit('welcome', this.#welcome(messages === null));
        return true;
      });
      if (!hasPlace) return this.#sendAway();
      if (token !== null && recognised.audience === null) this.#socket.emit('sign-in-again');
      this.#expireAt(recognised.expiresAt);
    });
  }

  /** Somebody else sits down at the socket, or the same person with a new token. */
  authenticate(token: string | null): Promise<LiveWelcome | { error: string }> {
    return this.#inTurn(async () => {
      try {
        const recognised = await this.#services.recognise(token);
        const welcome = await this.#inOneTurn(recognised, token, (audience) => {
          if (!this.#hasPlace(audience)) return null;
          const before = this.#audience;
          this.#sit(audience);
          return this.#welcome(!sameAudience(before, audience));
        });
        if (welcome === null) return { error: 'Too many pages of this account are open. Close some.' };
        this.#expireAt(recognised.expiresAt);
        return welcome;
      } catch (error) {
        if (error instanceof ProblemError) return { error: error.message };
        this.#services.logger.error({ err: error }, 'a socket could not be authenticated');
        return { error: 'Something went wrong here. Try again.' };
      }
    });
  }

  /** The tab shows something else, or nothing that would matter. @returns why the person may not, or null. */
  attend(place: LivePlace | null): Promise<string | null> {
    return this.#inTurn(async () => {
      this.#shows = place;
      return this.#takePlace();
    });
  }

  /** What decides whether the person may stand where they do has changed. */
  lookAgain(): void {
    if (this.#place) void this.#inTurn(() => this.#takePlace());
  }

  async #takePlace(): Promise<string | null> {
    const [place, audience] = [this.#shows, this.#audience];
    try {
      const taken = place && (await this.#services.admitToPlace(audience, place));
      // Meanwhile the tail may have told of another role.
      if (!sameAudience(audience, this.#audience)) return 'You are somebody else by now. Ask again.';
      this.#place = taken;
      this.#sit(audience);
      return place && !taken ? 'You may not be told about this.' : null;
    } catch (error) {
      this.#services.logger.warn({ err: error }, 'It could not be found out whether a socket may attend.');
      return 'Something went wrong here. Try again.';
    }
  }

  /** The person's role is another, or none any more: told by the tail, after the message that says so. */
  roleIs(userType: UserType | null) {
    if (this.#audience && this.#joined) this.#sit({ ...this.#audience, userType });
  }

  /** A person has so many sockets; one that is theirs already needs no new place. */
  #hasPlace(audience: Audience): boolean {
    if (audience === null || audience.id === this.#audience?.id) return true;
    return this.#services.socketsOf(audience.id) < this.#services.connectionsPerPerson;
  }

  /** The line is closed, as a broken one: the client comes again, later and later, and finds a place when there is one. */
  #sendAway() {
    this.#services.metrics.cut.inc({ reason: 'too many of one person' });
    this.#socket.conn.close();
  }

  #welcome(refetch: boolean): LiveWelcome {
    const { tail } = this.#services;
    return { position: tail.position, logId: tail.logId, refetch };
  }

  async #recogniseOrVisitor(token: string | null): Promise<Recognised> {
    try {
      return await this.#services.recognise(token);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'token-invalid')
        return this.#services.recognise(null);
      throw error;
    }
  }

  /** Finds out who sits there by now and does the work with it, without letting the tail go on in between. */
  async #inOneTurn<T>(
    recognised: Recognised,
    token: string | null,
    work: (audience: Audience) => T,
  ): Promise<T> {
    let latest = recognised;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const audience = audienceNow(latest, this.#services.tail.recent);
      if (audience !== undefined) return work(audience);
      latest = await this.#services.recognise(token);
    }
    throw new Error('Roles change faster than they can be looked up.');
  }

  #sit(audience: Audience) {
    // Who has left meanwhile must not be entered into rooms: nobody would ever take them out.
    if (!this.#socket.connected) return;
    if (!sameAudience(this.#audience, audience)) this.#place = null;
    const wanted = new Set<string>([...roomsOf(audience), ...(this.#place ? [this.#place.room] : [])]);
    for (const room of [...this.#socket.rooms])
      if (room !== this.#socket.id && !wanted.has(room)) void this.#socket.leave(room);
    void this.#socket.join([...wanted] as Room[]);
    this.#audience = audience;
    this.#joined = true;
    const userId = audience?.userType ? audience.id : null;
    const { learns = null, courseId = null } = this.#place ?? {};
    this.#services.presence.sit(this.#socket.id, { userId, learns }, courseId);
  }

  /** Asks for a new token shortly before this one runs out; without one the socket goes on as a visitor's. */
  #expireAt(expiresAt: number | null) {
    this.#clearExpiry();
    if (expiresAt === null || !this.#socket.connected) return;
    const { signInAgainMs } = this.#services;
    const left = Math.max(0, expiresAt - Date.now());
    const ask = () => {
      this.#socket.emit('sign-in-again');
      this.#expiry = setTimeout(() => this.#sit(null), Math.min(left, signInAgainMs));
    };
    this.#expiry = setTimeout(ask, Math.min(Math.max(0, left - signInAgainMs), furthestTimer));
  }

  #clearExpiry() {
    if (this.#expiry) clearTimeout(this.#expiry);
    this.#expiry = null;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
}
