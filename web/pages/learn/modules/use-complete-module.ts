import { useMutation } from '@tanstack/react-query';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { showActionFailure, showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import {
  completeModule,
  completeModuleKind,
  moduleToComplete,
} from '../../../domains/enrolments/enrolment-actions.ts';
import { showMessage } from '../../../ui/popup.ts';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';

/**
 * Completes modules one at a time and by number, so that no second click, tab or retry completes another module.
 * @param onCompleted called with the module's number before the popup opens.
 */
export const useCompleteModule = (enrolment: EnrolledCourse, onCompleted: (module: number) => void) => {
  const { begin, end } = useSingleFlight();
  const { action, isBlocked } = usePendingAction(completeModuleKind, enrolment._id);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (module: number) => completeModule(enrolment, module),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: (_, module) => {
      onCompleted(module);
      void showMessage({ tone: 'success', title: 'Module Completed!' });
    },
    onSettled: end,
  });
  return {
    complete: (module: number) => {
      if (action === undefined && begin()) mutate(module);
    },
    /** The module whose completion is in progress, in any tab. */
    completing: (action && moduleToComplete(action)) ?? (isPending ? variables : null),
    /** Whether the completion waits in the outbox. */
    isBlocked,
  };
};
