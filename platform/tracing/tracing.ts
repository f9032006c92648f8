/** One step of a request, for a span of its trace. It must not contain personal data: neither values of events nor paths. */
export type TracedStep = {
  name: string;
  /** Milliseconds, in the time of `performance.now()`. */
  startedAt: number;
  /** In the same unit as `startedAt`; by default the time of the call. */
  endedAt?: number;
  attributes?: Readonly<Record<string, string | number | boolean>>;
  /** The name of the error if the step failed, never its message. */
  errorType?: string | undefined;
};

/**
 * Records the steps of requests as spans of a trace. The trace of a request follows from its request id, which its events carry
 * as correlation id. So no context is passed along, within a process or between services.
 */
export type Tracing = {
  sampleRatio: number;
  /**
   * Records the request itself.
   * @param options.isCommand whether it may append events. If so, steps that its events cause become children of this span.
   */
  recordRequest(requestId: string, step: TracedStep, options: { isCommand: boolean }): void;
  /** Records a step of the work that a request caused. */
  recordStep(requestId: string, step: TracedStep): void;
  /**
   * Records work that several requests share, such as the commit of a batch. It gets a span of its own with links to the requests, and the
   * trace of each request gets a step with a link to this span.
   */
  recordBatch(batch: TracedStep, parts: readonly { requestId: string; step: TracedStep }[]): void;
  /** Exports what is left, for at most 2 s. */
  close(): Promise<void>;
};
