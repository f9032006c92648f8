import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const composeService = z.object({
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
});
const compose = z
  .object({ services: z.record(z.string(), z.unknown()) })
  .parse(parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }));

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }).optional() }).optional();
const container = z.object({
  command: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.unknown()).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  readinessProbe: probe,
  livenessProbe: probe,
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.unknown(),
});
const workload = z.object({
  spec: z.object({
    replicas: z.number().default(1),
    template: z.object({
      spec: z.object({
        automountServiceAccountToken: z.boolean(),
        securityContext: z.unknown(),
        containers: z.array(container).length(1),
      }),
    }),
  }),
});
const manifest = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) });

const files = readdirSync(join(root, 'kubernetes')).filter(
  (name) => name.endsWith('.yml') && name !== 'kustomization.yml',
);
const manifests = files.flatMap((name) =>
  parseAllDocuments(read(`kubernetes/${name}`)).map((document) => manifest.parse(document.toJS())),
);
const find = (kind: string, name: string) => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} "${name}".`);
  return found;
};
const workloadOf = (name: string) =>
  workload.parse(find(name === 'migrations' ? 'Job' : 'Deployment', name)).spec;
const containerOf = (name: string) => {
  const [only] = workloadOf(name).template.spec.containers;
  if (!only) throw new Error(`${name} has no container.`);
  return only;
};

/** The services that are started from our image, each with its name in the compose file. */
const services = [
  ['migrations', 'migrations'],
  ['projector', 'projector-1'],
  ['read-api', 'read-api-1'],
  ['command-api', 'command-api-1'],
  ['head-signer', 'head-signer'],
] as const;
const settings = Object.fromEntries(
  [...read('kubernetes/settings.env').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

/** Replaces the variables in a value of the compose file with the text after `:-` or `:+`. @returns null if `.env` must set a variable (`:?`). */
const withDefaults = (value: string): string | null =>
  value.includes(':?') ? null : value.replaceAll(/\$\{\w+:[-+]([^}]*)\}/g, '$1');

test.each(services)('%s has the command and the environment of the compose file', (name, composeName) => {
  const expected = composeService.parse(compose.services[composeName]);
  const { command, env, envFrom } = containerOf(name);
  expect(command).toEqual(expected.command);
  const variables: Record<string, string> = {
    ...(envFrom.length > 0 ? settings : {}),
    ...Object.fromEntries(env.map((one) => [one.name, one.value])),
  };
  expect(Object.keys(variables).toSorted()).toEqual(Object.keys(expected.environment).toSorted());
  for (const [variable, value] of Object.entries(expected.environment)) {
    // Pods have no fixed addresses, so the settings name networks instead. The projector trusts no proxy.
    if (variable === 'TRUSTED_PROXIES' && name !== 'projector') continue;
    const literal = withDefaults(value);
    if (literal !== null) expect([variable, variables[variable]]).toEqual([variable, literal]);
  }
});

test.each(services)('%s gets the secrets of the compose file', (name, composeName) => {
  const line = new RegExp(`^create ${name} (.+)$`, 'm').exec(read('kubernetes/create-secrets.sh'))?.[1];
  const { secrets } = composeService.parse(compose.services[composeName]);
  expect(line?.split(' ').toSorted()).toEqual(secrets.toSorted());
});

test.each([...services.map(([name]) => name), 'edge'])(
  '%s runs without privileges and with limits',
  (name) => {
    const { spec } = workloadOf(name).template;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(containerOf(name).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  },
);

test.each(['projector', 'read-api', 'command-api', 'edge'])(
  '%s has health probes and a second node',
  (name) => {
    const isEdge = name === 'edge';
    const { readinessProbe, livenessProbe, ports } = containerOf(name);
    expect(readinessProbe?.httpGet).toEqual({ path: isEdge ? '/edge-health' : '/readyz', port: 'http' });
    expect(livenessProbe?.httpGet).toEqual({ path: isEdge ? '/edge-health' : '/healthz', port: 'http' });
    expect(ports).toContainEqual({ name: 'http', containerPort: Number(settings.PORT) });
    expect(workloadOf(name).replicas).toBe(2);
    expect(find('PodDisruptionBudget', name)).toMatchObject({
      spec: { maxUnavailable: 1, selector: { matchLabels: { 'app.kubernetes.io/name': name } } },
    });
  },
);

test('the network policies let only services that use the database reach it, and nothing reach the head signer or the migrations', () => {
  for (const name of [...services.map(([one]) => one), 'edge']) {
    const policy = JSON.stringify(find('NetworkPolicy', name).spec);
    expect([name, policy.includes('"port":5432')]).toEqual([name, name !== 'edge']);
    expect([name, policy.includes('"ingress"')]).toEqual([
      name,
      !['head-signer', 'migrations'].includes(name),
    ]);
  }
  expect(find('NetworkPolicy', 'nothing-but-dns').spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
    egress: expect.any(Array),
  });
});

test('the update replaces the services in the order of docker/update.sh, and a read-api cannot be rolled back', () => {
  const orderIn = (text: string) => {
    const names = /^ *for service in ([\w -]+);/m.exec(text)?.[1]?.split(' ') ?? [];
    return [...new Set(names.map((name) => name.replace(/-\d$/, '')))];
  };
  const order = orderIn(read('kubernetes/update.sh'));
  expect(order).toEqual(['projector', 'read-api', 'command-api', 'head-signer', 'edge']);
  // Kubernetes has no Auth emulator.
  expect(order).toEqual(orderIn(read('docker/update.sh')).filter((name) => name !== 'identity-emulator'));
  expect(find('Deployment', 'read-api').spec).toMatchObject({ revisionHistoryLimit: 0 });
});

test('the documented configuration of Prometheus gives each target the labels that the alerts use', () => {
  const example = /^- job_name: lyceum\n[^`]+/m.exec(read('docs/kubernetes.md'))?.[0] ?? '';
  const [job] = z
    .array(
      z.object({
        job_name: z.string(),
        relabel_configs: z.array(
          z.object({ source_labels: z.array(z.string()), target_label: z.string().optional() }),
        ),
      }),
    )
    .parse(parse(example));
  const alerts = read('monitoring/prometheus/alerts.yml');
  expect(alerts).toContain(`up{job="${job?.job_name}", service="read-api"}`);
  expect(job?.relabel_configs).toContainEqual({
    source_labels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'],
    target_label: 'service',
  });
});

test('the documented installation trusts the database’s certificate authority, not the one that was created for the compose file', () => {
  const [, commands = ''] = /## Install\n\n```\n([\s\S]+?)```/.exec(read('docs/kubernetes.md')) ?? [];
  const steps = [
    'docker/create-secrets.sh secrets',
    'install -m 444 database-authority.pem secrets/database_authority',
    'kubernetes/create-secrets.sh secrets',
  ];
  const positions = steps.map((step) => commands.search(new RegExp(`^${step}\\b`, 'm')));
  expect(positions).not.toContain(-1);
  expect(positions.toSorted((a, b) => a - b)).toEqual(positions);
});

test('the kustomization lists all manifests', () => {
  const { resources } = z
    .object({ resources: z.array(z.string()) })
    .parse(parse(read('kubernetes/kustomization.yml')));
  expect(resources.toSorted()).toEqual(files.toSorted());
});

test('the edge has the configuration of docker/edge/nginx.conf, except for how it finds the nodes', () => {
  const withoutNodes = (text: string) =>
    text.replace(/(?: *#.*\n)+ *resolver [^;]+;\n/, '').replaceAll(/ *upstream \w+ \{[^}]+\}\n/g, '');
  const [kubernetesConfiguration, composeConfiguration] = [
    read('kubernetes/edge/nginx.conf'),
    read('docker/edge/nginx.conf'),
  ].map(withoutNodes);
  expect(kubernetesConfiguration).toBe(composeConfiguration);
  expect(kubernetesConfiguration).not.toMatch(/resolver|upstream /);
  for (const name of ['read-api', 'command-api']) {
    expect(read('kubernetes/edge/nginx.conf')).toContain(
      `server ${name}.lyceum.svc.cluster.local:8080 resolve`,
    );
    expect(find('Service', name).spec).toMatchObject({ clusterIP: 'None' });
  }
});
