/**
 * `node serve-log.ts`, with `DATABASE_URL`: a node of the read-api in a process of its own, as a test measures it. Prints its
 * address and an admin's authorization as a line of JSON; ends on SIGTERM.
 */
import { startIdentityProvider } from '#platform/testing/identity-provider.ts';
import { startNode } from '../../../testing/node.ts';

const provider = await startIdentityProvider();
const node = await startNode(process.env.DATABASE_URL ?? '', provider);
const authorization = `Bearer ${provider.token({ uid: 'uid-ada', email: 'ada@example.org' })}`;
process.stdout.write(`${JSON.stringify({ address: node.address, authorization })}\n`);
process.once('SIGTERM', async () => {
  await node[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
