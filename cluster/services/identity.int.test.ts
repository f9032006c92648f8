import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reserveFreePort } from '#platform/free-port.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { startIdentity } from './identity.ts';

test('stops the proxy if the Auth emulator does not start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-cluster-identity-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'accounts.json'), 'damaged');
  const proxyPort = await reserveFreePort();
  const edgeUrl = `http://127.0.0.1:${proxyPort}`;
  await expect(startIdentity(folder, { edgeUrl, proxyPort }, () => {})).rejects.toThrow('cannot be read');
  await expect(fetch(edgeUrl, { signal: AbortSignal.timeout(longWait.timeout) })).rejects.toThrow(
    'fetch failed',
  );
});
