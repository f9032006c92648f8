import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted, type Permission } from '#contract/policies.ts';
import { type Caller, type Ownership, roleOf } from './callers.ts';
import { type EndpointName, endpointCases } from './endpoint-cases.ts';

const isForCaller = (ownership: Ownership, caller: Caller): boolean => {
  if (ownership === 'anybody permitted') return true;
  if (ownership === 'nobody') return false;
  const isAdmin = roleOf[caller] === 'Admin';
  const owners: Record<Exclude<Ownership, 'anybody permitted' | 'nobody'>, boolean> = {
    owner: caller === 'owner',
    'owner or Admin': caller === 'owner' || isAdmin,
    'owner, teacher or Admin': caller === 'owner' || caller === 'teacher' || isAdmin,
    'teacher or Admin': caller === 'teacher' || isAdmin,
  };
  return owners[ownership];
};

/** Returns whether a caller may send the request of {@link endpointCases}: the policy first, then the ownership. */
export const mayCall = (name: EndpointName, caller: Caller): boolean => {
  const { access }: Endpoint = endpoints[name];
  if (access === 'anyone') return true;
  const role = roleOf[caller] ?? null;
  const isRegistered = role !== null;
  const hasPermission =
    access === 'registered' || access === 'self'
      ? isRegistered
      : access === 'signed-in'
        ? isRegistered || caller === 'unregistered'
        : isPermitted(role, access as Permission);
  return hasPermission && isForCaller(endpointCases[name].ownership, caller);
};
