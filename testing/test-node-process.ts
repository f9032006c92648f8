/**
 * Starts a read-api node on `DATABASE_URL` in a process of its own, so that a test can measure its memory. Prints one line of
 * JSON: the address of the node and the `Authorization` headers of three Admins. Ends on SIGTERM.
 */
import { startIdentityProvider } from '#platform/testing/identity-provider.ts';
import { openTestNode } from './test-node.ts';

const provider = await startIdentityProvider();
const node = await openTestNode(process.env.DATABASE_URL ?? '', provider);
const authorizations = Object.fromEntries(
  ['ada', 'ben', 'cleo'].map((name) => [
    name,
    `Bearer ${provider.token({ uid: `uid-${name}`, email: `${name}@example.org` })}`,
  ]),
);
process.stdout.write(`${JSON.stringify({ address: node.address, authorizations })}\n`);
process.once('SIGTERM', async () => {
  await node[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
