import { expect, test } from 'vitest';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { startIdentityProvider } from '#platform/testing/identity-provider.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { openSchool } from './school.ts';
import { openTestNode } from './test-node.ts';

test('closes a node that does not become ready', async () => {
  const { url } = await openSchool();
  const provider = closeAfterTests(await startIdentityProvider());
  let address = '';
  const opening = openTestNode(url, provider, {
    beforeReady: async (listening) => {
      address = listening;
      throw new Error('The test has failed.');
    },
  });
  await expect(opening).rejects.toThrow('The test has failed.');
  await expect(fetch(address, { signal: AbortSignal.timeout(longWait.timeout) })).rejects.toThrow(
    'fetch failed',
  );
});
