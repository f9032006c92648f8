/** The thread that renders pages, one at a time. It has no access to the database: the main thread answers its requests. */
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { PageAnswer, RenderPage } from '#contract/rendered-pages.ts';
import type { RenderReport, RenderTask, RenderThreadData } from './render-messages.ts';

const { file } = workerData as RenderThreadData;
const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: RenderPage };

const waiting = new Map<number, PromiseWithResolvers<PageAnswer>>();
let lastId = 0;
const report = (message: RenderReport) => parentPort?.postMessage(message);

const answer = (path: string): Promise<PageAnswer> => {
  lastId += 1;
  const waiter = Promise.withResolvers<PageAnswer>();
  waiting.set(lastId, waiter);
  report({ kind: 'request', id: lastId, path });
  return waiter.promise;
};

const render = async (address: string) => {
  try {
    report({ kind: 'rendered', page: await renderPage({ address, answer }) });
  } catch (error) {
    report({
      kind: 'failed',
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  } finally {
    waiting.clear();
  }
};

report({ kind: 'started' });
parentPort?.on('message', (task: RenderTask) => {
  if (task.kind === 'render') {
    void render(task.address);
    return;
  }
  const waiter = waiting.get(task.id);
  waiting.delete(task.id);
  if (task.answer === null) waiter?.reject(new Error('A request of the page was not answered.'));
  else waiter?.resolve(task.answer);
});
