import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type ProblemCode, problem, problemTypes } from '#contract/problems.ts';
import { environment as settingsOfServices } from '#platform/environment.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = read('docker-compose.yml');

/** Returns the line of a key at the given indentation, and the lines below it that are indented further. */
const blockOf = (text: string, key: string, indentation: number): string => {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`${' '.repeat(indentation)}${key}:`));
  if (start < 0) throw new Error(`docker-compose.yml has no ${key}.`);
  const length = lines
    .slice(start + 1)
    .findIndex((line) => /\S/.test(line) && !line.startsWith(' '.repeat(indentation + 1)));
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n');
};
const blockOfService = (name: string) => blockOf(blockOf(compose, 'services', 0), name, 2);
const environment = blockOf(compose, 'x-environment', 0);
const services = ['command-api-1', 'projector-1', 'read-api-1'];

test.each(services)('%s gets the service account and its database password as files', (name) => {
  expect(blockOfService(name)).toContain('<<: *environment');
  expect(blockOfService(name)).toContain('firebase_credentials');
  expect(blockOfService(name)).toMatch(/DATABASE_PASSWORD_FILE: \/run\/secrets\/\w+_password/);
  expect(environment).toContain(
    `GOOGLE_APPLICATION_CREDENTIALS: \${FIREBASE_CREDENTIALS:+/run/secrets/firebase_credentials}`,
  );
});

test('docker-compose.yml contains no secrets in environment variables', () => {
  const variables = [...compose.matchAll(/^ +([A-Z0-9_]+): (.*)$/gm)];
  const secrets = variables.filter(([, name = '']) =>
    /PASSWORD|TOKEN|MASTER_KEY|SIGNING_KEY|SECRET/.test(name),
  );
  expect(secrets.length).toBeGreaterThan(5);
  for (const [line, name, value] of secrets) {
    expect(name, line).toMatch(/_FILE$/);
    expect(value, line).toMatch(/^\/run\/secrets\/\w+$/);
  }
});

test('docker-compose.yml declares every secret that a service uses, and docker/create-secrets.sh names each except the service account', () => {
  const declared = [...blockOf(compose, 'secrets', 0).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  const used = [...compose.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name);
  for (const name of used) expect(declared).toContain(name);
  const script = read('docker/create-secrets.sh');
  for (const name of declared.filter((one) => one !== 'firebase_credentials'))
    expect(script, name).toContain(name?.endsWith('_password') ? name.replace('_password', '') : name);
});

test.each(['migrations', 'head-signer', 'log', 'log-owner', ...services])(
  '%s verifies the database server',
  (name) => {
    expect(blockOfService(name)).toMatch(
      /DATABASE_URL: postgres:\/\/[\w${}:-]+@postgres:5432\/lyceum\?sslmode=verify-full&sslrootcert=\/run\/secrets\/database_authority/,
    );
  },
);

test('PostgreSQL accepts network connections only with TLS and a password', () => {
  const rules = read('docker/postgres/pg_hba.conf')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const rule of rules) expect(rule).toMatch(/^(local|hostssl) .*scram-sha-256$/);
  const start = read('docker/postgres/start.sh');
  for (const setting of ['ssl=on', 'log_connections=on', 'password_encryption=scram-sha-256'])
    expect(start).toContain(`-c ${setting}`);
});

test('the read-api trusts only the address of the edge, the command-api also those of the read-api nodes, and the projector none', () => {
  const addressOf = (name: string) => /ipv4_address: "([^"]+)"/.exec(blockOfService(name))?.[1];
  const edge = addressOf('edge');
  const trustedBy = (text: string) => /TRUSTED_PROXIES: (\S+)/.exec(text)?.[1];
  expect(trustedBy(environment)).toBe(edge);
  expect(trustedBy(blockOfService('read-api-1'))).toBeUndefined();
  expect(trustedBy(blockOfService('command-api-1'))).toBe(
    [edge, addressOf('read-api-1'), addressOf('read-api-2')].join(','),
  );
  expect(trustedBy(blockOfService('projector-1'))).toBe('""');
});

test('only the head signer gets the key that signs heads, and it gets only the secrets and the network that it needs', () => {
  const names = [...blockOf(compose, 'services', 0).matchAll(/^ {2}([\w-]+):/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(names).toContain('projector-1');
  expect(names.filter((name) => blockOfService(name).includes('signing_key'))).toEqual(['head-signer']);
  expect(environment).not.toContain('signing_key');
  const signer = blockOfService('head-signer');
  expect(signer).toContain('secrets: [signer_password, signing_key, database_authority]');
  expect(signer).toContain('networks: [database]');
  expect(signer).not.toContain('*environment');
  expect(signer).toContain('postgres://head_signer@postgres');
  expect(read('docker/postgres/init/10-roles.sh')).toContain(
    'login head_signer lyceum_signer signer_password',
  );
});

test('the edge reaches neither PostgreSQL nor the projector, and PostgreSQL does not reach the internet', () => {
  expect(blockOf(blockOf(compose, 'networks', 0), 'database', 2)).toContain('internal: true');
  expect(blockOfService('postgres')).toContain('networks: [database]');
  expect(blockOf(blockOfService('edge'), 'networks', 4)).not.toMatch(/database|outside/);
  expect(blockOfService('projector-1')).toContain('networks: [database, outside]');
});

test('only log-owner can write to the archive', () => {
  const keys = Object.entries(composeFile.services).flatMap(([name, service]) => {
    const id = service.environment.ARCHIVE_S3_ACCESS_KEY_ID;
    return id === undefined ? [] : [[name, id, service.environment.ARCHIVE_S3_SECRET_ACCESS_KEY_FILE]];
  });
  expect(keys.length).toBeGreaterThan(5);
  for (const [name, ...key] of keys) {
    const infix = name === 'log-owner' ? 'writer_' : '';
    expect([name, ...key]).toEqual([
      name,
      `\${ARCHIVE_S3_${infix.toUpperCase()}ACCESS_KEY_ID:-}`,
      `/run/secrets/archive_${infix}secret_access_key`,
    ]);
  }
  expect(blockOfService('log-owner')).toContain('- archive_writer_secret_access_key');
  expect(compose.match(/^[^#]*\barchive_writer_secret_access_key/gm)).toHaveLength(3);
});

test('as-of, which has the master key, shares no network but that of the database, and cannot reach the internet', () => {
  expect(blockOfService('as-of')).toContain('networks: [database, past]');
  expect(blockOfService('as-of')).toContain('volumes: []');
  expect(composeFile.services['as-of']?.environment.TMPDIR).toBe('/tmp');
  expect(compose.match(/networks:.*\bpast\b/g)).toHaveLength(1);
  expect(blockOf(blockOf(compose, 'networks', 0), 'past', 2)).toContain('enable_ip_masquerade: "false"');
});

test('the edge terminates TLS unless it is configured otherwise, and limits the requests and connections of each address', () => {
  expect(blockOfService('edge')).toContain(`./docker/edge/listen/\${EDGE_LISTEN:-https}.conf`);
  const https = read('docker/edge/listen/https.conf');
  expect(https).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
  // The redirect leads to port 443.
  expect(https).toContain('return 301 https://$host$request_uri;');
  expect(read('.env.example')).toMatch(/^EDGE_TLS_PORT=443$/m);
  expect(https).toMatch(/if \(\$http_authorization\) \{\s+return 403 /);
  const product = read('docker/edge/product.conf');
  for (const zone of [...product.matchAll(/limit_(?:conn|req zone=)\s*(\w+)/g)].map(([, name]) => name))
    expect(read('docker/edge/nginx.conf')).toContain(`zone=${zone}:10m`);
  expect(product).toMatch(/limit_conn .*;[\s\S]*limit_req /);
});

test('the edge may open two files for each connection, whatever limit its container has by default', () => {
  for (const text of [read('docker/edge/nginx.conf'), read('kubernetes/edge/nginx.conf')]) {
    const [, files] = /worker_rlimit_nofile (\d+);/.exec(text) ?? [];
    const [, connections] = /worker_connections (\d+);/.exec(text) ?? [];
    expect(Number(files)).toBeGreaterThan(2 * Number(connections));
  }
});

test('the edge stores no answers, and request bodies only in a folder of limited size, which has room for the bodies that ten addresses can send', () => {
  const configuration = read('docker/edge/nginx.conf');
  for (const text of [configuration, read('kubernetes/edge/nginx.conf')])
    expect(text).toContain('  proxy_max_temp_file_size 0;\n');
  expect(configuration).toContain('  client_body_temp_path /tmp/client_body;\n');
  const kilobytesOf = (text: string, pattern: RegExp, kilobytes: number) =>
    Number(pattern.exec(text)?.[1]) * kilobytes;
  const bodies =
    kilobytesOf(configuration, /client_max_body_size (\d+)k;/, 1) *
    kilobytesOf(read('docker/edge/product.conf'), /limit_conn bodies (\d+);/, 1);
  const folder = kilobytesOf(blockOfService('edge'), /tmpfs: \["\/tmp:size=(\d+)m"\]/, 1_024);
  const podFolder = kilobytesOf(
    read('kubernetes/edge.yml'),
    /name: tmp, emptyDir: \{ sizeLimit: (\d+)Mi \}/,
    1_024,
  );
  expect(bodies).toBeGreaterThan(0);
  expect(folder).toBeGreaterThanOrEqual(10 * bodies);
  expect(podFolder).toBe(folder);
});

test('the edge keeps resolving the names of its nodes, and shares their state between its processes', () => {
  const upstreams = [...read('docker/edge/nginx.conf').matchAll(/upstream (\w+) \{([^}]+)\}/g)];
  expect(upstreams.map(([, name]) => name)).toEqual(['read_side', 'command_side']);
  for (const [, name, lines = ''] of upstreams) {
    expect(lines).toContain(`zone ${name} `);
    const servers = [...lines.matchAll(/server ([\w-]+):8080 (\w+)/g)];
    expect(servers.map(([, , option]) => option)).toEqual(['resolve', 'resolve']);
    for (const [, node = ''] of servers)
      expect(blockOfService('edge')).toContain(`${node}: { condition: service_healthy }`);
  }
});

test.each(['/robots.txt', '/sitemap.xml', '/sitemap/0.xml'])('the edge passes %s to the read-api', (path) => {
  const files = ['product.conf', 'identity/emulator.conf', 'identity/firebase.conf'];
  const locations = files
    .flatMap((file) => [...read(`docker/edge/${file}`).matchAll(/^location (?:(=|\^?~\*?) )?(\S+) \{/gm)])
    .map(([, modifier = '', pattern = '']) => ({ modifier, pattern }));
  const matching = locations.filter(({ modifier, pattern }) => {
    if (modifier === '=') return path === pattern;
    return modifier.startsWith('~') ? new RegExp(pattern, 'i').test(path) : path.startsWith(pattern);
  });
  expect(matching).toEqual([{ modifier: '', pattern: '/' }]);
  expect(read('docker/edge/product.conf')).toMatch(/^location \/ \{\n {2}proxy_pass http:\/\/\$side;/m);
  for (const file of ['docker/edge/nginx.conf', 'kubernetes/edge/nginx.conf'])
    expect(read(file)).toMatch(/map \$request_method \$side \{\s+GET +read_side;\s+HEAD +read_side;/);
});

test('the edge passes a 503 of a node on, because counting it as a failure would take all nodes out in an outage of the database', () => {
  const reasons = [...read('docker/edge/product.conf').matchAll(/^\s*proxy_next_upstream (.+);/gm)];
  expect(reasons.map(([, listed]) => listed)).toEqual(['error timeout http_502']);
});

test('the edge’s own error answers have the format of the services’ problems', () => {
  const answers = [...read('docker/edge/product.conf').matchAll(/return (\d+) '(\{.+\})';/g)];
  expect(answers).toHaveLength(3);
  for (const [, status, body = ''] of answers) {
    const answer = problem.parse(JSON.parse(body));
    const code = answer.code as ProblemCode;
    expect(answer).toMatchObject({ ...problemTypes[code], type: `urn:lyceum:problem:${code}` });
    expect(answer.status).toBe(Number(status));
  }
});

test('the edge does not log the URLs of requests, which may contain e-mail addresses', () => {
  const configuration = read('docker/edge/nginx.conf');
  expect(configuration).toContain('error_log /dev/stderr crit;');
  const format = /log_format failure ([^;]+);/.exec(configuration)?.[1] ?? '';
  expect(format).toContain('$request_id');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_referer)\b/);
  expect(configuration.match(/access_log .*/g)).toEqual(['access_log /dev/stdout failure if=$is_failure;']);
});

test('the default health check of the services starts no Node process, and PostgreSQL is healthy only when its database answers', () => {
  expect(blockOf(compose, 'x-service', 0)).toMatch(/"bash",[\s\S]*\/readyz/);
  expect(blockOfService('postgres')).toMatch(/psql -h 127\.0\.0\.1 -U lyceum_owner -d lyceum .*select 1/);
});

test.each(['head-signer', ...services])('%s starts after PostgreSQL, and so stops before it', (name) => {
  expect(blockOfService(name)).toContain('postgres: { condition: service_healthy }');
});

test('docker-compose.yml mounts only files that exist', () => {
  const mounted = [...compose.matchAll(/- \.\/(docker\/[\w./-]+?):/g)].map(([, file]) => file ?? '');
  expect(mounted.length).toBeGreaterThan(3);
  for (const file of mounted) expect(existsSync(join(root, file)), file).toBe(true);
});

test('the recipe for dumps uses services, secrets, volumes and files of docker-compose.yml', () => {
  const [, recipe = ''] =
    /## Dumps with the compose file\n([\s\S]+?)\n## /.exec(read('docs/backups.md')) ?? [];
  const commands = [...recipe.matchAll(/docker compose exec -T (\S+) (.+)/g)];
  expect(commands.length).toBeGreaterThan(5);
  for (const [, service = '', command = ''] of commands) {
    const block = blockOfService(service);
    for (const [, secret = ''] of command.matchAll(/\/run\/secrets\/(\w+)/g))
      expect(block).toContain(`- ${secret}\n`);
    if (command.includes('$POSTGRES_USER')) expect(block).toContain('POSTGRES_USER: ');
    if (command.includes(' lyceum')) expect(block).toContain('POSTGRES_DB: lyceum');
  }
  expect(recipe).toContain('docker volume rm lyceum_postgres\n');
  expect(blockOf(compose, 'volumes', 0)).toContain('  postgres:\n');
  expect(recipe).toContain(' head-signer /heads/heads.jsonl ');
  expect(blockOfService('head-signer')).toContain('HEADS_FILE: /heads/heads.jsonl\n');
});

const production = read('docs/production.md');

const composeFile = z
  .object({
    services: z.record(
      z.string(),
      z.looseObject({
        environment: z.record(z.string(), z.string()).default({}),
        profiles: z.array(z.string()).default([]),
        restart: z.string(),
        logging: z.unknown().optional(),
      }),
    ),
    networks: z.looseObject({ front: z.object({ ipam: z.object({ config: z.array(z.unknown()) }) }) }),
    secrets: z.record(z.string(), z.unknown()),
  })
  .parse(parse(compose, { merge: true, maxAliasCount: -1 }));

test('the output of each container is limited', () => {
  for (const [name, { logging }] of Object.entries(composeFile.services))
    expect([name, logging]).toEqual([
      name,
      { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
    ]);
});

test('Prometheus and a collector get addresses of the network front that no service has', () => {
  const prefix = '172.29.240';
  const documented = [...production.matchAll(/172\.29\.240\.(\d+)/g)].map(([, host]) => Number(host));
  expect(production).toContain(`docker network connect --ip ${prefix}.10 lyceum_front prometheus\n`);
  expect(documented.length).toBeGreaterThan(1);
  expect(composeFile.networks.front.ipam.config).toEqual([{ subnet: `\${FRONT_NETWORK:-${prefix}}.0/28` }]);
  const fixed = [...compose.matchAll(/ipv4_address: "\$\{FRONT_NETWORK:-172\.29\.240\}\.(\d+)"/g)];
  expect(fixed.length).toBeGreaterThan(5);
  expect(compose.match(/ipv4_address:/g)).toHaveLength(fixed.length);
  // The addresses of the network, of Docker, and for broadcasts.
  const taken = [0, 1, 15, ...fixed.map(([, host]) => Number(host))];
  for (const host of documented) {
    expect(host).toBeLessThan(16);
    expect(taken).not.toContain(host);
  }
});

test('docker-compose.yml passes on each setting of the services that an installation can choose', () => {
  /** Settings that an installation of the compose file cannot choose. */
  const others = [
    // The database is reached with TLS, and the client is part of the image.
    ...['DATABASE_TLS', 'CLIENT_FOLDER'],
    // It has only one valid value.
    'OTEL_TRACES_SAMPLER',
  ];
  const given = new Set(
    Object.values(composeFile.services).flatMap((service) => Object.keys(service.environment)),
  );
  const missing = Object.keys(settingsOfServices.shape).filter(
    (name) => !given.has(name) && !given.has(`${name}_FILE`),
  );
  expect(missing.toSorted()).toEqual(others.toSorted());
  // An empty value must count as not set.
  const optional = [...environment.matchAll(/^ {2}(\w+): \$\{\1:-\}$/gm)].map(([, name = '']) => name);
  expect(optional.length).toBeGreaterThan(5);
  for (const name of optional)
    expect([name, settingsOfServices.safeParse({ DATABASE_URL: 'x', [name]: '' }).error]).toEqual([
      name,
      undefined,
    ]);
});

test('docs/production.md names the role and the containers of each password', () => {
  const [, section = ''] = /\*\*To replace a password\*\*([\s\S]+?)\n## /.exec(production) ?? [];
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (\S+)[^|]* \| ([^|]+?) +\|$/gm)];
  const secrets = Object.keys(composeFile.secrets).filter((name) => /_password$|^metrics_token$/.test(name));
  expect(rows.map(([, secret]) => secret).toSorted()).toEqual(secrets.toSorted());
  const roles = read('docker/postgres/init/10-roles.sh');
  for (const [, secret = '', role = '', containers = ''] of rows) {
    const running = Object.entries(composeFile.services)
      .filter(([, { restart, profiles }]) => restart === 'unless-stopped' && profiles.length === 0)
      .filter(([, service]) => JSON.stringify(service).includes(`/run/secrets/${secret}`))
      .map(([name]) => name);
    const named = [...containers.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    expect([secret, named.toSorted()]).toEqual([secret, running.toSorted()]);
    const name = role.replaceAll('`', '');
    if (secret === 'owner_password') expect(roles).toContain(`create role ${name} login`);
    else if (secret === 'postgres_password')
      expect(blockOfService('postgres')).toContain(`POSTGRES_USER: \${POSTGRES_SUPERUSER:-${name}}`);
    else if (secret !== 'metrics_token')
      expect(roles).toMatch(new RegExp(`^login ${name} \\w+ ${secret}$`, 'm'));
  }
});

test('docs/production.md verifies the signed heads in a container that may read the log, with the volume of the head signer', () => {
  const command =
    /^docker compose run --rm --no-deps -v lyceum_(\w+):(\S+):ro -v "\$PWD\/secrets\/signing_key\.pub:(\S+):ro" -e VERIFYING_KEY=(\S+) \\\n {2}(\S+) node (\S+) verify (\S+)$/m;
  const [, volume = '', folder = '', mountedKey, key = '', service = '', program = '', file = ''] =
    command.exec(production) ?? [];
  expect([key, mountedKey]).toEqual(['/key.pub', key]);
  expect(blockOf(compose, 'volumes', 0)).toContain(`  ${volume}:\n`);
  expect(blockOfService('head-signer')).toContain(`- \${HEADS_FOLDER:-${volume}}:${folder}\n`);
  expect(blockOfService('head-signer')).toContain(`HEADS_FILE: ${file}\n`);
  expect(blockOfService(service)).toContain('DATABASE_URL: postgres://projector@');
  expect(existsSync(join(root, program))).toBe(true);
});
