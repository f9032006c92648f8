import pLimit from 'p-limit';
import type { Socket } from 'socket.io';
import type { ClientToServer, LiveHandshake, LiveMessage, ServerToClient } from '#contract/live-messages.ts';
import { isPermitted } from '#contract/policies.ts';
import type { LiveWelcome } from '#contract/public-live-messages.ts';
import type { AttendedView } from '#contract/schemas/presence.ts';
import type { Disclosure } from '#contract/schemas/readings.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { Logger } from '#platform/logging.ts';
import { ProblemError } from '#platform/problems.ts';
import type { AdmittedView } from '../attended-views/view-admission.ts';
import { type findMissedUpdates, missedMessages, type RefetchReason } from '../catch-up.ts';
import type { LiveMetrics } from '../live-metrics.ts';
import type { LiveTail } from '../live-tail.ts';
import type { PresenceSync } from '../presence/presence-sync.ts';
import { type Audience, isSameAudience, roomsOf } from '../rooms.ts';
import { type AudienceResolver, createAudienceResolver } from './audience-resolver.ts';
import { findDisclosures } from './disclosures.ts';
import { limitRole, type ResolvedAudience } from './resolve-audience.ts';
import { TokenExpiry } from './token-expiry.ts';

export type LiveSocket = Socket<
  ClientToServer,
  ServerToClient,
  Record<string, never>,
  { session?: SocketSession }
>;

export type SocketSessionDependencies = {
  resolveAudience: (token: string | null) => Promise<ResolvedAudience>;
  waitForClientPosition: (handshake: LiveHandshake, isConnected: () => boolean) => Promise<void>;
  findMissedUpdates: (handshake: LiveHandshake, audience: Audience) => ReturnType<typeof findMissedUpdates>;
  /** Returns null if the audience may not attend the view. */
  admitToView: (audience: Audience, view: AttendedView) => Promise<AdmittedView | null>;
  /** Records that an Admin is about to read others' personal data. Rejects if that is not possible. */
  recordReading: (socket: LiveSocket, reading: SocketReading) => Promise<void>;
  presence: Pick<PresenceSync, 'setSocket' | 'removeSocket'>;
  tail: Pick<LiveTail, 'position' | 'logId' | 'recentUpdates' | 'waitForStart'>;
  metrics: LiveMetrics;
  logger: Logger;
  renewTokenBeforeMs: number;
  /** Returns how many sockets the user has on this node. */
  countSocketsOf: (userId: string) => number;
  maxConnectionsPerUser: number;
};

/** A reading over a socket, under the token with which the Admin has signed in. It concerns many users. */
type SocketReading = { adminId: string; token: string; what: Disclosure };

/** How long a new socket waits for the tail of a node that has just started. */
const tailStartTimeoutMs = 10_000;
const internalError = 'Something went wrong on the server. Try again.';

/**
 * One socket: its audience, its rooms, the view that its tab shows, and the expiry of its token.
 *
 * Operations of a session run one at a time. Only role changes and the expiry of the token take effect at once. An
 * operation that reads the tail and joins rooms does both in one turn of the event loop, so that no live update is lost or sent twice
 * in between.
 */
export class SocketSession {
  #audience: Audience = null;
  /** The token of the handshake, or of the last successful `authenticate`; null: none. It may be invalid or expired: see `token`. */
  #token: string | null = null;
  /** See {@link ResolvedAudience}. */
  #hasRequiredSecondFactor = true;
  /** The view that the tab shows. */
  #requestedView: AttendedView | null = null;
  /** The view that the socket attends; null: none. */
  #admittedView: AdmittedView | null = null;
  readonly #oneAtATime = pLimit(1);
  readonly #audiences: AudienceResolver;
  readonly #tokenExpiry: TokenExpiry;
  readonly #socket: LiveSocket;
  readonly #dependencies: SocketSessionDependencies;

  constructor(socket: LiveSocket, dependencies: SocketSessionDependencies) {
    this.#socket = socket;
    this.#dependencies = dependencies;
    this.#audiences = createAudienceResolver(dependencies);
    this.#tokenExpiry = new TokenExpiry({
      renewBeforeMs: dependencies.renewTokenBeforeMs,
      onRenewalDue: () => socket.emit('sign-in-again'),
      onExpired: () => this.#setAudience(null),
    });
    socket.once('disconnect', () => {
      this.#tokenExpiry.cancel();
      dependencies.presence.removeSocket(socket.id);
    });
  }

  /**
   * Handles the handshake: resolves the audience, sends the live updates that the client has missed, joins the rooms and
   * sends `welcome`. A client with an invalid token becomes a visitor. The socket is closed if its user has too many sockets.
   * @throws Error if the tail does not start in time, or the audience or the missed updates cannot be read.
   */
  open(handshake: LiveHandshake): Promise<void> {
    return this.#oneAtATime(async () => {
      const { tail } = this.#dependencies;
      const { token = null } = handshake;
      if (!(await tail.waitForStart(tailStartTimeoutMs)))
        throw new Error('The live tail has not started yet.');
      // This wait can be long. The audience is resolved afterwards, so that the role is current.
      await this.#dependencies.waitForClientPosition(handshake, () => this.#socket.connected);
      if (!this.#socket.connected) return;
      const resolved = await this.#audiences.resolveOrVisitor(token);
      const missed = await this.#dependencies.findMissedUpdates(handshake, resolved.audience);
      this.#token = token;
      this.#hasRequiredSecondFactor = resolved.hasRequiredSecondFactor;
      const catchUpFor = (audience: Audience) => missedMessages(missed, tail, roomsOf(audience));
      const recorded = await this.#recordDisclosures(resolved.audience, catchUpFor);
      const isAccepted = await this.#audiences.withCurrent(resolved, token, (audience) => {
        if (!this.#canHaveSocket(audience)) return false;
        const catchUp = catchUpFor(audience);
        const messages = typeof catchUp === 'string' ? [] : catchUp;
        const isRecorded = [...findDisclosures(audience, messages)].every((what) => recorded.has(what));
        let reason: RefetchReason | null = typeof catchUp === 'string' ? catchUp : null;
        // If the reading is not recorded, the client has to fetch the data: GETs record their readings.
        if (!isRecorded) reason = 'not recorded';
        if (reason === null) for (const message of messages) this.#socket.emit('message', message);
        this.#reportCatchUp(handshake, reason);
        this.#setAudience(audience);
        this.#socket.emit('welcome', this.#welcome(reason !== null));
        return true;
      });
      if (!isAccepted) return this.#disconnect();
      if (token !== null && resolved.audience === null) this.#socket.emit('sign-in-again');
      this.#scheduleExpiry(resolved.expiresAt);
    });
  }

  /**
   * Orders the client to fetch everything again. The updates that were not sent may have changed the user's role, so the
   * audience is resolved again. Until then, staff receive no more than users without a role. If the session is still being opened,
   * the client is welcomed first, so that all messages after the order are newer than the position in the order.
   */
  orderRefetch(): Promise<void> {
    const { isStaff: wasStaff } = this;
    if (wasStaff) this.changeRole(null);
    return this.#oneAtATime(async () => {
      if (!this.#socket.connected) return;
      const { token } = this;
      try {
        const resolved = await this.#audiences.resolveOrVisitor(token);
        await this.#audiences.withCurrent(resolved, token, (audience) => {
          this.#setAudience(audience);
          this.#socket.emit('welcome', this.#welcome(true));
        });
        if (token !== null && resolved.audience === null) this.#socket.emit('sign-in-again');
        this.#scheduleExpiry(resolved.expiresAt);
      } catch (error) {
        this.#dependencies.logger.warn({ err: error }, 'The role of a user could not be checked again.');
        this.#socket.emit('welcome', this.#welcome(true));
        // Staff reconnect, because they have left their rooms. Others stay connected, so that a short failure does not make all
        // clients reconnect.
        if (wasStaff || this.isStaff) this.#socket.conn.close();
      }
    });
  }

  /** Changes the audience of the socket, or renews its token. */
  authenticate(token: string | null): Promise<LiveWelcome | { error: string }> {
    return this.#oneAtATime(async () => {
      try {
        const resolved = await this.#dependencies.resolveAudience(token);
        const welcome = await this.#audiences.withCurrent(resolved, token, (audience) => {
          if (!this.#canHaveSocket(audience)) return null;
          const previous = this.#audience;
          this.#token = token;
          this.#hasRequiredSecondFactor = resolved.hasRequiredSecondFactor;
          this.#setAudience(audience);
          return this.#welcome(!isSameAudience(previous, audience));
        });
        if (welcome === null)
          return { error: 'This account is open in too many tabs. Close some of them and try again.' };
        this.#scheduleExpiry(resolved.expiresAt);
        return welcome;
      } catch (error) {
        if (error instanceof ProblemError) return { error: error.message };
        this.#dependencies.logger.error({ err: error }, 'A socket could not be authenticated.');
        return { error: internalError };
      }
    });
  }

  /**
   * Attends the view that the tab shows (null: none). If the audience may not attend it, or this cannot be checked, the socket attends
   * no view.
   * @returns an error message, or null.
   */
  attend(view: AttendedView | null): Promise<string | null> {
    return this.#oneAtATime(async () => {
      this.#requestedView = view;
      try {
        return await this.#admitToRequestedView();
      } catch (error) {
        this.#leaveView();
        if (error instanceof ProblemError) return error.message;
        this.#logFailedAdmission(error);
        return internalError;
      }
    });
  }

  /**
   * Checks again whether the audience may attend its view, for example after the user has left the course. If it may not, the
   * socket leaves the view. If this cannot be checked, the socket also leaves the view and sends `welcome`, so that the client reports the view again.
   */
  recheckView(): Promise<void> {
    return this.#oneAtATime(async () => {
      // Tested only here, because an `attend` that is running may still admit the socket to a view.
      if (!this.#admittedView) return;
      try {
        await this.#admitToRequestedView();
      } catch (error) {
        this.#logFailedAdmission(error);
        this.#leaveView();
        this.#socket.emit('welcome', this.#welcome(false));
      }
    });
  }

  /**
   * Records again that an Admin sees others' personal data in the attended view. The log gets at most one event per hour. If the reading
   * cannot be recorded, the socket leaves the view and the client fetches everything again.
   */
  recordViewAgain(): Promise<void> {
    return this.#oneAtATime(async () => {
      try {
        await this.#recordView(this.#admittedView, this.#audience);
      } catch (error) {
        this.#dependencies.logger.warn({ err: error }, 'An attended view could not be recorded.');
        this.#leaveView();
        this.#socket.emit('welcome', this.#welcome(true));
      }
    });
  }

  get isStaff(): boolean {
    const userType = this.#audience?.userType;
    return userType === 'Admin' || userType === 'Instructor';
  }

  /** The token of the socket's user; null for a visitor. */
  get token(): string | null {
    return this.#audience === null ? null : this.#token;
  }

  /**
   * Ends the sign-in of a token that is no longer valid, as if the token had expired: the socket leaves all rooms of its
   * user, and the client is asked for a new token. Does nothing if the client has sent a different token in the meantime.
   */
  endSignIn(token: string): Promise<void> {
    return this.#oneAtATime(() => {
      if (this.token !== token) return;
      this.#tokenExpiry.cancel();
      this.#setAudience(null);
      this.#socket.emit('sign-in-again');
    });
  }

  /** Moves the socket to the rooms of the new role. @param userType null if the user was removed, or if the role is not known. */
  changeRole(userType: UserType | null): void {
    if (this.#audience)
      this.#setAudience(
        limitRole(
          { ...this.#audience, userType },
          { hasRequiredSecondFactor: this.#hasRequiredSecondFactor },
        ),
      );
  }

  /**
   * @throws Error if the access cannot be checked or the reading cannot be recorded. In that case, the socket still attends its
   * previous view.
   */
  async #admitToRequestedView(): Promise<string | null> {
    const [view, audience] = [this.#requestedView, this.#audience];
    const admitted = view && (await this.#dependencies.admitToView(audience, view));
    await this.#recordView(admitted, audience);
    // The tail may have changed the role in the meantime.
    if (!isSameAudience(audience, this.#audience))
      return 'The user or role of this connection has changed. Try again.';
    this.#admittedView = admitted;
    this.#setAudience(audience);
    return view && !admitted ? 'You do not have access to this view.' : null;
  }

  #leaveView() {
    this.#admittedView = null;
    this.#setAudience(this.#audience);
  }

  #logFailedAdmission(error: unknown) {
    this.#dependencies.logger.warn({ err: error }, 'The access of a socket to a view could not be checked.');
  }

  async #recordView(view: AdmittedView | null, audience: Audience): Promise<void> {
    if (view?.disclosure && audience) await this.#record(audience.id, view.disclosure);
  }

  /** Records what an Admin is about to read in a catch-up. @returns what was recorded; nothing if any part could not be recorded. */
  async #recordDisclosures(
    audience: Audience,
    catchUpFor: (audience: Audience) => LiveMessage[] | RefetchReason,
  ): Promise<ReadonlySet<Disclosure>> {
    if (!isPermitted(audience?.userType ?? null, 'user.readOther') || audience === null) return new Set();
    const catchUp = catchUpFor(audience);
    const needed = findDisclosures(audience, typeof catchUp === 'string' ? [] : catchUp);
    try {
      await Promise.all([...needed].map((what) => this.#record(audience.id, what)));
      return needed;
    } catch (error) {
      this.#dependencies.logger.warn({ err: error }, 'A catch-up could not be recorded.');
      return new Set();
    }
  }

  async #record(adminId: string, what: Disclosure): Promise<void> {
    if (this.#token !== null)
      await this.#dependencies.recordReading(this.#socket, { adminId, token: this.#token, what });
  }

  /** Returns whether the user may have another socket. A socket that already belongs to the user may stay. */
  #canHaveSocket(audience: Audience): boolean {
    if (audience === null || audience.id === this.#audience?.id) return true;
    return this.#dependencies.countSocketsOf(audience.id) < this.#dependencies.maxConnectionsPerUser;
  }

  /**
   * Refuses the socket of a user who has too many sockets. Closes the transport, so that the client reconnects with backoff.
   * After `socket.disconnect()`, Socket.IO's client would not reconnect.
   */
  #disconnect() {
    this.#dependencies.metrics.disconnects.inc({ reason: 'too many of one person' });
    this.#socket.conn.close();
  }

  #reportCatchUp({ since }: LiveHandshake, reason: RefetchReason | null) {
    if (since === undefined) return;
    const { tail, metrics, logger } = this.#dependencies;
    metrics.catchUps.inc({ how: reason === null ? 'messages' : 'refetch', reason: reason ?? '' });
    if (reason !== null)
      logger.debug({ reason, since, position: tail.position }, 'A client has to fetch everything again.');
  }

  #welcome(refetch: boolean): LiveWelcome {
    const { position, logId } = this.#dependencies.tail;
    return { position, logId, refetch };
  }

  /** Sets the audience, moves the socket to its rooms, and reports its presence. */
  #setAudience(audience: Audience) {
    // Socket.IO would never remove the socket from rooms that it joins after it has disconnected.
    if (!this.#socket.connected) return;
    if (!isSameAudience(this.#audience, audience)) this.#admittedView = null;
    const { room, courseId = null, learningCourseId = null } = this.#admittedView ?? {};
    const rooms: ReadonlySet<string> = new Set([...roomsOf(audience), ...(room ? [room] : [])]);
    for (const joined of [...this.#socket.rooms])
      if (joined !== this.#socket.id && !rooms.has(joined)) void this.#socket.leave(joined);
    void this.#socket.join([...rooms]);
    this.#audience = audience;
    const userId = audience?.userType ? audience.id : null;
    this.#dependencies.presence.setSocket(this.#socket.id, { userId, learningCourseId }, courseId);
  }

  #scheduleExpiry(expiresAt: number | null) {
    if (this.#socket.connected) this.#tokenExpiry.schedule(expiresAt);
  }
}
