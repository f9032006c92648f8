import type { AttendedView } from '#contract/schemas/presence.ts';

/** Reports to the server which view this tab shows. @param onRefused called if the server did not accept the report. */
type SendView = (view: AttendedView | null, onRefused: () => void) => void;

const retryDelayMs = 10_000;

/**
 * Creates a reporter, which tells the server which view this tab shows, so that the server sends the extra data for that view. Each
 * change is reported once; a refused report is retried until the tab shows a different view, or none. A view that is hidden before
 * the next microtask is not reported.
 */
export const createViewReporter = (send: SendView) => {
  let shownView: AttendedView | null = null;
  /** The view that was reported last, even if the server refused it; null for none; undefined just before a refused report is sent again. */
  let reportedView: AttendedView | null | undefined = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    queueMicrotask(() => {
      if (shownView === reportedView) return;
      const view = shownView;
      reportedView = view;
      clearTimeout(retryTimer);
      send(view, () => {
        if (shownView !== view || reportedView !== view) return;
        retryTimer = setTimeout(() => {
          if (shownView !== view) return;
          reportedView = undefined;
          report();
        }, retryDelayMs);
      });
    });
  };
  /** Reports the shown view to a server that no longer knows it. */
  const reportAgain = () => {
    reportedView = null;
    report();
  };
  return {
    /** Returns a function to call when the view is no longer shown. */
    show(view: AttendedView): () => void {
      shownView = view;
      report();
      return () => {
        if (shownView !== view) return;
        shownView = null;
        report();
      };
    },
    reportAgain,
  };
};
