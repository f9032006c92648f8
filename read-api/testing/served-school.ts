import { startIdentityProvider, type TestIdentityProvider } from '#platform/testing/identity-provider.ts';
import { openSchool, type School, type TestUser } from './school.ts';
import { openTestNode, type TestNode, tokenOf } from './test-node.ts';

/** Somebody with an account at the identity provider, registered or not; null for a visitor. */
export type RequestUser = Pick<TestUser, 'uid' | 'email'> | null;

/** Returns the headers of a request of this user. */
export const authorizationOf = (provider: TestIdentityProvider, user: RequestUser): Record<string, string> =>
  user ? { authorization: `Bearer ${tokenOf(provider, user)}` } : {};

/** A school that is served by nodes of the read-api. */
export type ServedSchool = AsyncDisposable & {
  school: School;
  provider: TestIdentityProvider;
  /** The first node. */
  node: TestNode;
  addNode(options?: Parameters<typeof openTestNode>[2]): Promise<TestNode>;
  /** Sends a GET. @param user by default a visitor. @param address of another node than the first. */
  get(
    path: string,
    user?: RequestUser,
    headers?: Record<string, string>,
    address?: string,
  ): Promise<Response>;
};

/** @param options of the first node. */
export const openServedSchool = async (
  options: Parameters<typeof openTestNode>[2] = {},
): Promise<ServedSchool> => {
  const resources = new AsyncDisposableStack();
  const school = resources.use(await openSchool());
  const provider = resources.use(await startIdentityProvider());
  const addNode: ServedSchool['addNode'] = async (nodeOptions = {}) =>
    resources.use(await openTestNode(school.url, provider, nodeOptions));
  const node = await addNode(options);
  return {
    school,
    provider,
    node,
    addNode,
    get: (path, user = null, headers = {}, address = node.address) =>
      fetch(address + path, { headers: { ...authorizationOf(provider, user), ...headers } }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
