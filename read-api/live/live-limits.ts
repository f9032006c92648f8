/** Limits and intervals of live delivery, per node. */
export type LiveLimits = {
  /** Open sockets from one address. Generous, because a whole school may share one router. */
  maxConnectionsPerAddress: number;
  /**
   * Handshakes from one address per minute. For each one the node reads what the client has missed, so opening and closing
   * sockets costs more than keeping them open. Greater than {@link maxConnectionsPerAddress}, because a whole school may
   * reconnect at once.
   */
  maxHandshakesPerMinute: number;
  /** Open sockets from all addresses. */
  maxConnections: number;
  /** Open sockets of one user, on all devices and from all addresses. */
  maxConnectionsPerUser: number;
  /** How long a connection may stay open without a Socket.IO handshake. */
  handshakeTimeoutMs: number;
  /** How often the server pings each client. */
  pingIntervalMs: number;
  /** How long the server waits for the answer to a ping before it closes the connection. */
  pingTimeoutMs: number;
  /** The maximum size of one message from a client. A token is the largest thing that a client sends. */
  maxMessageBytes: number;
  /** Packets from one client per {@link rateWindowMs}, including pings and answers to the server's pings. */
  maxPacketsPerWindow: number;
  rateWindowMs: number;
  /** Bytes that wait for a slow client. Beyond that the client is disconnected, and catches up when it reconnects. */
  maxBufferedBytes: number;
  /** A client is asked for a new token this long before the old one expires. */
  renewTokenBeforeMs: number;
  /** The pause between two checks of the tokens of all open sockets, if tokens are checked for revocation. */
  tokenCheckIntervalMs: number;
  /** How long a client waits for this node to reach the position that the client has seen. */
  waitForPositionMs: number;
  /** The same while the live tail of this node is interrupted, for example by a failover. */
  waitForInterruptedTailMs: number;
  /** How many live updates stay in memory. Twice the limit of one catch-up, so that catch-ups rarely read the log. */
  maxRecentUpdates: number;
  /** How often clients receive the current position, if it has changed. */
  positionIntervalMs: number;
  /** The minimum interval between two messages with the trending courses. */
  trendingIntervalMs: number;
  /** The minimum interval between two notices to Admins that the History page has changed. */
  auditIntervalMs: number;
  /** The minimum interval between two publications of presence, and between two counts of a course's learners. */
  presenceIntervalMs: number;
  /** How often a node renews its presence entries and counts the learners of all viewed courses. */
  presenceHeartbeatMs: number;
  /** How long the presence entries of a node stay valid after its last heartbeat. */
  presenceTtlMs: number;
  /** The minimum interval between two messages with the dashboard. */
  dashboardIntervalMs: number;
  /** The minimum interval between two notices that the numbers of the insight page have changed. */
  insightIntervalMs: number;
  /** The minimum interval between two notices that a roster has changed. */
  rosterIntervalMs: number;
};

export const defaultLiveLimits: LiveLimits = {
  maxConnectionsPerAddress: 1_000,
  maxHandshakesPerMinute: 2_000,
  maxConnections: 20_000,
  maxConnectionsPerUser: 100,
  handshakeTimeoutMs: 10_000,
  pingIntervalMs: 25_000,
  pingTimeoutMs: 20_000,
  maxMessageBytes: 16_384,
  maxPacketsPerWindow: 30,
  rateWindowMs: 10_000,
  maxBufferedBytes: 4_194_304,
  renewTokenBeforeMs: 60_000,
  tokenCheckIntervalMs: 60_000,
  waitForPositionMs: 5_000,
  waitForInterruptedTailMs: 120_000,
  maxRecentUpdates: 2_000,
  positionIntervalMs: 30_000,
  trendingIntervalMs: 400,
  auditIntervalMs: 1_000,
  presenceIntervalMs: 1_000,
  presenceHeartbeatMs: 5_000,
  presenceTtlMs: 15_000,
  dashboardIntervalMs: 1_000,
  insightIntervalMs: 2_000,
  rosterIntervalMs: 2_000,
};
