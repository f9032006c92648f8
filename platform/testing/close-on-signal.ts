import { constants } from 'node:os';
import { inspect } from 'node:util';
import { longWait } from './long-wait.ts';

/** After this time the program exits, even if a resource is not closed. A virtual machine may be paused for minutes. */
const closeTimeoutMs = longWait.timeout;

/** The functions that close the open resources, in the order in which the resources were opened. */
const openResources = new Set<() => Promise<void>>();
let isListening = false;
let isExiting = false;

/**
 * Closes a resource, for example ends a process or removes a folder, if SIGINT, SIGTERM or SIGHUP ends this program: a benchmark, or the
 * attack. Resources are closed in reverse order, one after the other. The program then exits with 128 plus the number of the signal.
 * @returns a function that closes the resource without a signal. Repeated calls close it only once.
 */
export const closeOnSignal = (close: () => void | Promise<void>): (() => Promise<void>) => {
  listenForSignals();
  let closing: Promise<void> | null = null;
  const closeOnce = () => {
    closing ??= (async () => close())().finally(() => openResources.delete(closeOnce));
    return closing;
  };
  openResources.add(closeOnce);
  return closeOnce;
};

const listenForSignals = () => {
  if (isListening) return;
  isListening = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, exitAfterClosing);
};

const exitAfterClosing = async (signal: NodeJS.Signals) => {
  // Ctrl-C reaches the program twice if npm started it, because npm forwards the signal.
  if (isExiting) return;
  isExiting = true;
  process.stderr.write(`${signal}: ending all processes and removing all folders.\n`);
  const exit = () => process.exit(128 + constants.signals[signal]);
  setTimeout(exit, closeTimeoutMs);
  // The program fails as soon as its servers end. This failure must not end the process before everything is closed.
  process.on('uncaughtException', () => {});
  for (let close = lastOpened(); close; close = lastOpened())
    await close().catch((error: unknown) => process.stderr.write(`${inspect(error)}\n`));
  exit();
};

const lastOpened = () => [...openResources].at(-1);
