import type { PageAnswer, RenderedPage } from '#contract/rendered-pages.ts';

/** The data of the thread that renders pages. `file` contains the function that renders. */
export type RenderThreadData = { file: string };

/** A message from the main thread: the order to render a page, or the answer to a {@link RenderReport} of kind `request`. */
export type RenderTask =
  | { kind: 'render'; address: string }
  | { kind: 'answer'; id: number; answer: PageAnswer | null };

/** A message from the thread: it has started, needs the answer to a GET request, has rendered the page, or could not render it. */
export type RenderReport =
  | { kind: 'started' }
  | { kind: 'request'; id: number; path: string }
  | { kind: 'rendered'; page: RenderedPage }
  | { kind: 'failed'; reason: string };
