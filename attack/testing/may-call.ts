import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import { type Caller, type Ownership, roleOf } from './callers.ts';
import { type EndpointName, endpointCases } from './endpoint-cases.ts';

const isForCaller = (ownership: Ownership, caller: Caller): boolean => {
  if (ownership === 'anybody permitted') return true;
  if (ownership === 'nobody') return false;
  const isAdmin = roleOf[caller] === 'Admin';
  const isAllowedBy: Record<Exclude<Ownership, 'anybody permitted' | 'nobody'>, boolean> = {
    owner: caller === 'owner',
    'owner or Admin': caller === 'owner' || isAdmin,
    'owner, teacher or Admin': caller === 'owner' || caller === 'teacher' || isAdmin,
    'teacher or Admin': caller === 'teacher' || isAdmin,
  };
  return isAllowedBy[ownership];
};

/** Returns whether the policy lets a caller use an endpoint, no matter whose record the request is about. */
export const hasAccess = (name: EndpointName, caller: Caller): boolean => {
  const { access }: Endpoint = endpoints[name];
  if (access === 'anyone') return true;
  const role = roleOf[caller] ?? null;
  const isRegistered = role !== null;
  if (access === 'registered' || access === 'self') return isRegistered;
  if (access === 'signed-in') return isRegistered || caller === 'unregistered';
  return isPermitted(role, access);
};

/** Returns whether both the policy and the ownership of the record let a caller send the request in {@link endpointCases}. */
export const mayCall = (name: EndpointName, caller: Caller): boolean => {
  const { access }: Endpoint = endpoints[name];
  if (access === 'anyone') return true;
  return hasAccess(name, caller) && isForCaller(endpointCases[name].ownership, caller);
};
