/** A school with a node of the read-api in front of it, to be asked as a client asks. */
import { startIdentityProvider, type TestIdentityProvider } from '#platform/testing/identity-provider.ts';
import { startNode, type TestNode, tokenOf } from './node.ts';
import { openSchool, type Person, type School } from './school.ts';

/** Whoever can sign in, registered or not; null: a visitor. */
export type Asker = Pick<Person, 'uid' | 'email'> | null;

/** What a request carries that says who makes it. */
export const signedInAs = (provider: TestIdentityProvider, who: Asker): Record<string, string> =>
  who ? { authorization: `Bearer ${tokenOf(provider, who)}` } : {};

export type ServedSchool = AsyncDisposable & {
  school: School;
  provider: TestIdentityProvider;
  /** The first node. */
  node: TestNode;
  /** One more node, on an address of its own. */
  addNode(options?: Parameters<typeof startNode>[2]): Promise<TestNode>;
  /** A GET. @param path with its query. @param who a visitor unless it is said. @param at another node than the first. */
  ask(path: string, who?: Asker, headers?: Record<string, string>, at?: string): Promise<Response>;
};

/** @param options of the first node. */
export const openServedSchool = async (
  options: Parameters<typeof startNode>[2] = {},
): Promise<ServedSchool> => {
  const endings = new AsyncDisposableStack();
  const school = endings.use(await openSchool());
  const provider = endings.use(await startIdentityProvider());
  const addNode: ServedSchool['addNode'] = async (own = {}) =>
    endings.use(await startNode(school.url, provider, own));
  const node = await addNode(options);
  return {
    school,
    provider,
    node,
    addNode,
    ask: (path, who = null, headers = {}, at = node.address) =>
      fetch(at + path, { headers: { ...signedInAs(provider, who), ...headers } }),
    [Symbol.asyncDispose]: () => endings.disposeAsync(),
  };
};
