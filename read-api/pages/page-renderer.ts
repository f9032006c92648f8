import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { rejectAfter } from '#concurrency/reject-after.ts';
import {
  type AnswerPageRequest,
  type RenderedPage,
  serverFile,
  serverFolder,
} from '#contract/rendered-pages.ts';
import type { RenderReport, RenderTask, RenderThreadData } from './render-messages.ts';

/** Renders pages in a thread, one at a time. */
export type PageRenderer = {
  /** @throws Error if the page cannot be rendered, or is not rendered in time. */
  render: (address: string, answer: AnswerPageRequest) => Promise<RenderedPage>;
  close: () => Promise<void>;
};

/** Rendering a page takes milliseconds. The limit allows for a busy machine, and ends a page that would never be ready. */
const defaultTimeoutMs = 10_000;
const startTimeoutMs = 30_000;
/** How many pages may wait. Further pages would wait too long, so the clients render them. */
const maxWaitingPages = 20;
/** A page that needs more memory ends the thread, not the process. */
const maxHeapMb = 192;

/**
 * Opens the renderer of a built client. The thread does not keep the process alive.
 * @returns null if the build has no function that renders pages, or there is no built client.
 */
export const openPageRenderer = (
  clientFolder: string | null,
  timeoutMs = defaultTimeoutMs,
): PageRenderer | null => {
  const file = clientFolder === null ? null : join(clientFolder, serverFolder, serverFile);
  if (file === null || !existsSync(file)) return null;
  return createPageRenderer({ file }, timeoutMs);
};

/** A thread, and a promise that resolves when it can render. */
type RenderThread = { worker: Worker; started: Promise<void> };

/** Creates a renderer that starts its thread with the first page. */
const createPageRenderer = (workerData: RenderThreadData, timeoutMs: number): PageRenderer => {
  const limit = pLimit({ concurrency: 1, rejectOnClear: true });
  const digest = digestFile(workerData.file);
  let thread: RenderThread | null = null;

  const startThread = (): RenderThread => {
    // The files for the browser were read at the start, and they must belong to the same build as the code that renders.
    if (digestFile(workerData.file) !== digest)
      throw new Error('The client was built again. Restart the read-api to render its pages.');
    const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
      workerData,
      // The thread needs none of the secrets in the environment.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const { promise: started, resolve, reject } = Promise.withResolvers<void>();
    const end = (error: Error) => {
      if (thread?.worker === worker) thread = null;
      reject(error);
    };
    worker.once('message', () => resolve());
    // If a page is being rendered, the listeners of `renderIn` reject the page.
    worker.on('error', end);
    worker.on('exit', () => end(threadEndedError()));
    worker.unref();
    return { worker, started };
  };

  const renderNow = async (address: string, answer: AnswerPageRequest): Promise<RenderedPage> => {
    thread ??= startThread();
    const { worker, started } = thread;
    try {
      await rejectAfter(startTimeoutMs, started, 'The thread that renders pages did not start.');
      return await rejectAfter(
        timeoutMs,
        renderIn(worker, address, answer),
        `The page was not rendered within ${timeoutMs} ms.`,
      );
    } catch (error) {
      // The thread may still be busy with this page, and must not mix it with the next one.
      if (!(error instanceof RenderError)) {
        if (thread?.worker === worker) thread = null;
        await worker.terminate();
      }
      throw error;
    }
  };

  return {
    render: async (address, answer) => {
      if (limit.pendingCount >= maxWaitingPages)
        throw new Error('Too many pages are waiting to be rendered.');
      return limit(renderNow, address, answer);
    },
    close: async () => {
      limit.clearQueue();
      await thread?.worker.terminate();
    },
  };
};

/** Returns a digest of a file. It also covers the imported files, because their names contain digests of their content. */
const digestFile = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

const threadEndedError = () => new Error('The thread that renders pages has ended.');

/** Thrown if a page fails and the thread is ready for the next one. */
class RenderError extends Error {
  override name = 'RenderError';
}

const renderIn = async (
  thread: Worker,
  address: string,
  answer: AnswerPageRequest,
): Promise<RenderedPage> => {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
  const send = (task: RenderTask) => thread.postMessage(task);
  const onMessage = (report: RenderReport) => {
    if (report.kind === 'rendered') resolve(report.page);
    else if (report.kind === 'failed') reject(new RenderError(report.reason));
    else if (report.kind === 'request')
      answer(report.path).then(
        (found) => send({ kind: 'answer', id: report.id, answer: found }),
        (error: unknown) => {
          send({ kind: 'answer', id: report.id, answer: null });
          reject(error);
        },
      );
  };
  const onExit = () => reject(threadEndedError());
  thread.on('message', onMessage);
  thread.once('error', reject);
  thread.once('exit', onExit);
  try {
    send({ kind: 'render', address });
    return await promise;
  } finally {
    thread.off('message', onMessage);
    thread.off('error', reject);
    thread.off('exit', onExit);
  }
};
