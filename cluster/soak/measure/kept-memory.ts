import { readFileSync, statSync } from 'node:fs';
import type { SupervisedProcess } from '../../processes/supervised-process.ts';
import { waitUntil } from '../../processes/wait-until.ts';

const megabyte = 1_048_576;
const timeoutMs = 20_000;
/** The objects that V8 keeps for weak references become garbage in the first collection, and are freed in the second. */
const collections = 2;

/** Opens Node's inspector in a process, on a loopback port that the process chooses. @returns its WebSocket address, from the log. */
const openInspector = (service: Pick<SupervisedProcess, 'name' | 'signal' | 'logFile'>): Promise<string> => {
  const { size } = statSync(service.logFile);
  service.signal('SIGUSR1');
  return waitUntil(`${service.name} opens its inspector`, timeoutMs, async () => {
    const added = readFileSync(service.logFile).subarray(size).toString();
    return /ws:\/\/127\.0\.0\.1:\d+\/[\da-f-]+/.exec(added)?.[0] ?? null;
  });
};

type InspectorAnswer = { id: number; result?: { result?: { value?: unknown } } };

/** Calls methods of the inspector one after the other. @returns the value of the last answer. @throws Error if the connection fails, or after a timeout. */
const callInspector = (address: string, calls: readonly { method: string; params?: object }[]) => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const socket = new WebSocket(address);
  const timer = setTimeout(() => reject(new Error(`The inspector at ${address} did not answer.`)), timeoutMs);
  const call = (id: number) => socket.send(JSON.stringify({ id, ...calls[id] }));
  socket.onopen = () => call(0);
  socket.onclose = () => reject(new Error(`The inspector at ${address} was closed.`));
  socket.onerror = () => reject(new Error(`The inspector at ${address} cannot be reached.`));
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as InspectorAnswer;
    if (id + 1 < calls.length) call(id + 1);
    else resolve(result?.result?.value);
  };
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
};

/**
 * Creates a function that returns the megabytes that a process keeps in V8's heap and in buffers. It first makes V8 collect the garbage of
 * the process. The memory that a process uses varies with the time since V8's last collection, so only the memory that it keeps shows whether
 * it leaks.
 */
export const createKeptMemoryMeter = () => {
  const addresses = new Map<number, string>();
  const known = new Set<number>();
  /** @returns null for a process that is measured for the first time: it may still be starting, and SIGUSR1 would then end it. */
  return async (service: SupervisedProcess): Promise<number | null> => {
    const { pid } = service;
    if (!known.has(pid)) {
      known.add(pid);
      return null;
    }
    const address = addresses.get(pid) ?? (await openInspector(service));
    addresses.set(pid, address);
    const bytes = await callInspector(address, [
      ...Array.from({ length: collections }, () => ({ method: 'HeapProfiler.collectGarbage' })),
      {
        method: 'Runtime.evaluate',
        params: { expression: '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())' },
      },
    ]);
    if (typeof bytes !== 'number') throw new Error(`${service.name} did not report its memory.`);
    return bytes / megabyte;
  };
};
