export type HaproxySettings = {
  ports: { edge: number; primary: number; replica: number; statistics: number };
  databases: readonly { name: string; postgresPort: number; restPort: number }[];
  commandApiPorts: readonly number[];
  readApiPorts: readonly number[];
  /** The port of the proxy that forwards the client's calls to the Auth emulator. */
  identityPort: number;
};

/** The body of the answer when no service can be reached. */
const unavailableProblem = JSON.stringify({
  type: 'urn:lyceum:problem:unavailable',
  title: 'Try again in a moment',
  status: 503,
  code: 'unavailable',
  detail: 'The school is restarting. Try again in a few seconds.',
});

const renderDatabaseListener = (
  name: 'primary' | 'replica',
  port: number,
  { databases }: HaproxySettings,
) => `
listen ${name}
  bind 127.0.0.1:${port}
  mode tcp
  # Patroni answers 200 on the nodes that have this role.
  option httpchk GET /${name}
  http-check expect status 200
  # When a server loses its role, its connections must end. Otherwise its clients would not notice the change.
  default-server check inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  timeout connect 2s
  # Longer than any pool keeps an idle connection.
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
${databases
  .map(
    (database) =>
      `  server ${database.name} 127.0.0.1:${database.postgresPort} check port ${database.restPort}`,
  )
  .join('\n')}
`;

const renderBackend = (name: string, ports: readonly number[]) => `
backend ${name}
  option httpchk GET /readyz
  http-check expect status 200
  # If a node refuses the connection, the request goes to the other one. HAProxy never sends a command twice: only the client repeats a
  # command, with the same idempotency key.
  option redispatch 1
  retries 2
  retry-on conn-failure
  default-server check inter 500ms fall 2 rise 1
${ports.map((port, index) => `  server ${name}-${index + 1} 127.0.0.1:${port} check`).join('\n')}
`;

/** Renders `haproxy.cfg`, with listeners for the primary and the replicas, the edge (which presents the services as one origin), and the statistics. */
export const renderHaproxyConfiguration = (settings: HaproxySettings): string => `
global
  maxconn 8000
  log stderr format raw local0 notice

defaults
  mode http
  log global
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  # Sockets
  timeout tunnel 90s
${renderDatabaseListener('primary', settings.ports.primary, settings)}${renderDatabaseListener('replica', settings.ports.replica, settings)}
frontend edge
  bind 127.0.0.1:${settings.ports.edge}
  # The services count requests by this address, so the header of the client is replaced.
  http-request set-header X-Forwarded-For %[src]
  http-request deny if { path /metrics }
  http-error status 503 content-type application/problem+json string '${unavailableProblem}' hdr Retry-After 2 hdr Cache-Control no-store
  use_backend identity if { path_beg /identitytoolkit.googleapis.com/ /securetoken.googleapis.com/ /emulator/action }
  use_backend read_side if { method GET HEAD }
  default_backend command_side

backend identity
  server identity 127.0.0.1:${settings.identityPort}
${renderBackend('command_side', settings.commandApiPorts)}${renderBackend('read_side', settings.readApiPorts)}
frontend statistics
  bind 127.0.0.1:${settings.ports.statistics}
  stats enable
  stats uri /
  stats refresh 2s
`;
