import { join } from 'node:path';
import { forkServer } from '../../harness/fork-server.ts';

export type BareServer = {
  address: string;
  pid: number;
  /** Asks the server to emit packets to all clients. Resolves when the server has answered. It answers before it emits. */
  broadcast(packets: readonly (readonly [event: string, payload: unknown])[]): Promise<void>;
  end(): void;
};

/** Starts the bare server in a process of its own. @throws Error if it does not become ready. */
export const startBareServer = async (): Promise<BareServer> => {
  const { port, pid, end } = await forkServer(join(import.meta.dirname, 'server-process.ts'));
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    pid,
    broadcast: async (packets) => {
      const answer = await fetch(`${address}/broadcast`, { method: 'POST', body: JSON.stringify(packets) });
      await answer.text();
    },
    end,
  };
};
