import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type BareServer = {
  address: string;
  pid: number;
  /** Asks the server to emit packets to all clients. Resolves when the server has answered. It answers before it emits. */
  broadcast(packets: readonly (readonly [event: string, payload: unknown])[]): Promise<void>;
  end(): void;
};

/** Starts the bare server in a process of its own. */
export const startBareServer = async (): Promise<BareServer> => {
  const child = fork(join(import.meta.dirname, 'server-process.ts'));
  const [port] = (await once(child, 'message')) as [number];
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    pid: child.pid ?? 0,
    broadcast: async (packets) => {
      const answer = await fetch(`${address}/broadcast`, { method: 'POST', body: JSON.stringify(packets) });
      await answer.text();
    },
    end: () => child.disconnect(),
  };
};
