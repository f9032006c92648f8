import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The message that a vitest run sends to its parent process each time a file is queued or ends, or a test starts or ends. */
export type Progress = {
  /** The files that are running, each as `file > test`, or as `file` while none of its tests is running. */
  running: readonly string[];
};

/** Vitest reporter for `run-stage.ts`: reports progress over the IPC channel, so that a hang can be detected and located. */
export default class ProgressReporter implements Reporter {
  readonly #running = new Map<string, string | null>();

  onTestModuleQueued = (module: TestModule) => this.#update(module, null);
  onTestModuleEnd = (module: TestModule) => {
    this.#running.delete(module.moduleId);
    this.#send();
  };
  onTestCaseReady = (test: TestCase) => this.#update(test.module, test.fullName);
  onTestCaseResult = (test: TestCase) => this.#update(test.module, null);

  #update(module: TestModule, test: string | null) {
    this.#running.set(module.moduleId, test);
    this.#send();
  }

  #send() {
    const running = [...this.#running].map(([file, test]) => {
      const path = relative(process.cwd(), file);
      return test === null ? path : `${path} > ${test}`;
    });
    const progress: Progress = { running };
    process.send?.(progress);
  }
}
