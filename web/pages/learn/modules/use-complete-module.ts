import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { showActionFailure, showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import {
  completeModule,
  completeModuleKind,
  readModuleToComplete,
} from '../../../domains/enrolments/enrolment-actions.ts';
import { showMessage } from '../../../ui/popup.ts';
import { useSingleMutation } from '../../../ui/use-single-mutation.ts';

/**
 * Completes modules one at a time and by number, so that a second click, another tab or a retry never completes the next module
 * as well.
 * @param handlers called with the module's number: `onCompleted` before the popup opens, `onPopupClosed` after it has closed.
 */
export const useCompleteModule = (
  enrolment: EnrolledCourse,
  handlers: { onCompleted: (module: number) => void; onPopupClosed: (module: number) => void },
) => {
  const { action, isBlocked } = usePendingAction(completeModuleKind, enrolment._id);
  const { mutate, isPending, variables } = useSingleMutation({
    mutationFn: (module: number) => completeModule(enrolment, module),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: (_, module) => {
      handlers.onCompleted(module);
      void showMessage({ tone: 'good', title: 'Module Completed!' }).then(() =>
        handlers.onPopupClosed(module),
      );
    },
  });
  return {
    complete: (module: number) => {
      if (action === undefined) mutate(module);
    },
    /** The module whose completion is in progress in this tab or, while sending is blocked, in any tab. */
    completing: (action && readModuleToComplete(action)) ?? (isPending ? variables : null),
    isBlocked,
  };
};
