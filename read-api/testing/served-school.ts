/** A school with a node of the read-api in front of it, to be asked as a client asks. */
import { startIdentityProvider, type TestIdentityProvider } from '#platform/testing/identity-provider.ts';
import { openTestNode, type TestNode, tokenOf } from './test-node.ts';
import { openSchool, type TestUser, type School } from './school.ts';

/** Whoever can sign in, registered or not; null: a visitor. */
export type RequestUser = Pick<TestUser, 'uid' | 'email'> | null;

/** What a request carries that says who makes it. */
export const authorizationOf = (provider: TestIdentityProvider, who: RequestUser): Record<string, string> =>
  who ? { authorization: `Bearer ${tokenOf(provider, who)}` } : {};

export type ServedSchool = AsyncDisposable & {
  school: School;
  provider: TestIdentityProvider;
  /** The first node. */
  node: TestNode;
  /** One more node, on an address of its own. */
  addNode(options?: Parameters<typeof openTestNode>[2]): Promise<TestNode>;
  /** A GET. @param path with its query. @param who a visitor unless it is said. @param at another node than the first. */
  get(path: string, who?: RequestUser, headers?: Record<string, string>, at?: string): Promise<Response>;
};

/** @param options of the first node. */
export const openServedSchool = async (
  options: Parameters<typeof openTestNode>[2] = {},
): Promise<ServedSchool> => {
  const endings = new AsyncDisposableStack();
  const school = endings.use(await openSchool());
  const provider = endings.use(await startIdentityProvider());
  const addNode: ServedSchool['addNode'] = async (own = {}) =>
    endings.use(await openTestNode(school.url, provider, own));
  const node = await addNode(options);
  return {
    school,
    provider,
    node,
    addNode,
    get: (path, who = null, headers = {}, at = node.address) =>
      fetch(at + path, { headers: { ...authorizationOf(provider, who), ...headers } }),
    [Symbol.asyncDispose]: () => endings.disposeAsync(),
  };
};
