import { useMutation } from '@tanstack/react-query';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { completeModule } from '../../../domains/enrolments/acts.ts';
import { completionKind, moduleOf } from '../../../domains/enrolments/kinds.ts';
import { tell } from '../../../ui/popup.ts';
import { sayFailure } from '../../../client/outbox/say-failure.ts';
import { sayIfItWaits } from '../../../client/outbox/say-if-it-waits.ts';
import { useOnce } from '../../../ui/use-once.ts';
import { useUnanswered } from '../../../client/outbox/waits.tsx';

/**
 * Completes modules, one at a time and each by its number, so that no click, tab or retry completes another one.
 * @param onCompleted called with the number, before the popup opens.
 */
export const useComplete = (enrolment: EnrolledCourse, onCompleted: (module: number) => void) => {
  const { begin, end } = useOnce();
  const { act, waits } = useUnanswered(completionKind, enrolment._id);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (module: number) => completeModule(enrolment, module),
    onMutate: sayIfItWaits,
    onError: sayFailure,
    onSuccess: (_, module) => {
      onCompleted(module);
      void tell({ tone: 'success', title: 'Module Completed!' });
    },
    onSettled: end,
  });
  return {
    complete: (module: number) => {
      if (act === undefined && begin()) mutate(module);
    },
    /** The module whose completion is under way, in whatever tab it was pressed. */
    underWay: (act && moduleOf(act)) ?? (isPending ? variables : null),
    /** It waits for the line. */
    waits,
  };
};
