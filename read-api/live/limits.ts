/** What one client, and one address, may ask of a node. */
export type LiveLimits = {
  /** Open sockets from one address: generous, for a school behind one router. */
  connectionsPerAddress: number;
  /** Open sockets of this node, from everywhere. */
  connections: number;
  /** Open sockets of one person, on all devices, whatever their addresses. */
  connectionsPerPerson: number;
  /** How long a connection may stay without a Socket.IO handshake. */
  connectWithinMs: number;
  /** Bytes of one message from a client; a token is the largest thing that it has to say. */
  messageBytes: number;
  /** Packets from a client within {@link rateWindowMs}, pings and answers to the server's pings included. */
  packetsPerWindow: number;
  rateWindowMs: number;
  /** Bytes that wait for a client who does not read; past it the client is cut off, and resumes. */
  bufferedBytes: number;
  /** How long before its token runs out a client is asked for a new one. */
  signInAgainMs: number;
  /** How long a client waits that another node has told more than this one has got to. */
  reachWithinMs: number;
  /** How often clients who get no messages are told where they stand. */
  sayPositionMs: number;
  /** From one message about the trending courses to the next at least. */
  sayTrendingMs: number;
  /** How often admins are told that something happened, at most. */
  sayAuditMs: number;
  /** From one time to the next at least that a node says who came and went, and tells how many learn a course. */
  sharePresenceMs: number;
  /** How often a node says that it lives, and looks whether others do. */
  presenceBeatMs: number;
  /** How long the people of a node count after its last beat. */
  presenceLastsMs: number;
  /** How often those who watch the dashboard are told at most. */
  sayDashboardMs: number;
  /** How often those who watch the insight page are told at most that its numbers are others. */
  sayInsightMs: number;
};

export const liveLimits: LiveLimits = {
  connectionsPerAddress: 1_000,
  connections: 20_000,
  connectionsPerPerson: 100,
  connectWithinMs: 10_000,
  messageBytes: 16_384,
  packetsPerWindow: 30,
  rateWindowMs: 10_000,
  bufferedBytes: 4_194_304,
  signInAgainMs: 60_000,
  reachWithinMs: 2_000,
  sayPositionMs: 30_000,
  sayTrendingMs: 400,
  sayAuditMs: 1_000,
  sharePresenceMs: 1_000,
  presenceBeatMs: 5_000,
  presenceLastsMs: 15_000,
  sayDashboardMs: 1_000,
  sayInsightMs: 2_000,
};
