import type { Access } from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import type { AttackRequest } from '../grammar/request.ts';
import type { Outcome } from '../send.ts';
import type { Finding } from './finding.ts';

/** A request and its outcome. `headBefore`: the last position of the log that the attack knew when it sent the request. */
export type Exchange = { request: AttackRequest; outcome: Outcome; headBefore: number };

/** The roles that have each permission (`contract/policies.ts`). */
export type Policies = Readonly<Record<string, readonly string[]>>;

const describeRequest = ({ method, path, sender }: AttackRequest): string =>
  `${method} ${path.length > 200 ? `${path.slice(0, 200)}…` : path} as ${sender.kind}`;

/** The product refuses a longer head before all of it has arrived, and closes the connection. */
const maxHeadBytes = 16_384;
const isHeadTooLong = ({ path, headers: sent }: AttackRequest): boolean =>
  sent.reduce((bytes, [name, value]) => bytes + name.length + value.length, path.length) > maxHeadBytes;

/**
 * Returns what is wrong with an answer, apart from missing permissions.
 * @param roles the sender's roles from before the request until now.
 */
export const checkAnswer = ({ request, outcome }: Exchange, roles: ReadonlySet<string | null>): Finding[] => {
  const { result, status, bytes, ms } = outcome;
  const createFinding = (check: Finding['check'], description: string): Finding => ({
    check,
    description: `${describeRequest(request)}: ${description}`,
    request: request.index,
  });
  const findings: Finding[] = [];
  // An nginx in front of the product answers 501 to a transfer coding that it does not know.
  if (status >= 500 && !(status === 501 && request.delivery === 'raw'))
    findings.push(
      createFinding(
        status === 503 ? 'unavailable' : 'server error',
        `${status} ${outcome.text.slice(0, 300)}`,
      ),
    );
  if (result === 'timeout')
    findings.push(
      createFinding(
        'no answer',
        `not complete within ${Math.round(ms)} ms (${request.delivery}, status ${status}, ${bytes} bytes)`,
      ),
    );
  // A client that is still sending its body can miss the refusal of its head.
  const mayLoseAnswer = request.delivery === 'incomplete' || isHeadTooLong(request);
  // A download ends when its user is removed. The roles of a visitor, or of a person who was removed before, are only null.
  const mayEndEarly = status === 200 && roles.has(null) && roles.size > 1;
  if (result === 'closed' && !mayLoseAnswer && !mayEndEarly)
    findings.push(
      createFinding(
        'no answer',
        `the connection was closed after ${bytes} bytes of an answer (status ${status})`,
      ),
    );
  if (result === 'cut' && request.endpoint?.isNdjson !== true)
    findings.push(createFinding('answer too large', `more than ${bytes} bytes`));
  const sentId = request.headers.find(([name]) => name.toLowerCase() === headers.requestId)?.[1];
  if (sentId !== undefined && outcome.headers[headers.requestId] === sentId)
    findings.push(createFinding('forged request id', 'the product uses the request id of the client'));
  return findings;
};

const normalizeEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

/**
 * Returns whether a user with this role may use an endpoint with this access. The access `self` requires the user's own e-mail
 * address if the request names one, except from Admins. For commands, `EventCheck` checks whether records belong to the user.
 */
const isAllowed = (
  access: Access,
  role: string | null,
  { sender, ownerEmail }: AttackRequest,
  policies: Policies,
) => {
  if (access === 'anyone') return true;
  if (sender.userId === null) return false;
  if (access === 'signed-in') return true;
  if (access === 'self')
    return (
      (policies['user.readOther'] ?? []).includes(role ?? '') ||
      ownerEmail === null ||
      normalizeEmail(ownerEmail) === sender.email
    );
  if (role === null) return false;
  return access === 'registered' || (policies[access] ?? []).includes(role);
};

/**
 * Checks that a successful answer was permitted for one of the roles that the sender had during the request.
 * @param roles the sender's roles from before the request until now.
 */
export const checkPermission = (
  { request, outcome }: Exchange,
  roles: ReadonlySet<string | null>,
  policies: Policies,
): Finding[] => {
  const { endpoint, delivery } = request;
  if (endpoint === null || delivery !== 'client' || outcome.status < 200 || outcome.status > 299) return [];
  // A request that accepts HTML gets the client's page, which is the same for everybody.
  if (outcome.headers['content-type']?.startsWith('text/html')) return [];
  const needed: Access[] = [endpoint.access];
  for (const [name, permission] of Object.entries(endpoint.parameterPermissions ?? {}))
    if (new RegExp(`[?&]${name}=[^&]`).test(request.path)) needed.push(permission);
  if (needed.every((access) => [...roles].some((role) => isAllowed(access, role, request, policies))))
    return [];
  return [
    {
      check: 'answer without permission',
      description: `${describeRequest(request)}: ${outcome.status}, needs ${needed.join(' and ')}, roles ${[...roles].join(', ')}`,
      request: request.index,
    },
  ];
};
