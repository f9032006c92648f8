import { useMutation } from '@tanstack/react-query';
import type { EnrolledCourse } from '#events/contract/enrolments.ts';
import { completeModule } from '../../../lib/enrolments/acts.ts';
import { changeEnrolments, fetchEnrolmentsAgain } from '../../../lib/enrolments/enrolments.ts';
import { withCompleted } from '../../../lib/enrolments/merge.ts';
import { tell } from '../../../ui/popup.ts';
import { sayIfItWaits } from '../../../ui/say-if-it-waits.ts';
import { toast } from '../../../ui/toast.ts';
import { useOnce } from '../../../ui/use-once.ts';

/**
 * Completes modules, one at a time and each by its number, so that no click, tab or retry completes another one.
 * @param onCompleted called with the number, before the popup opens.
 */
export const useComplete = (enrolment: EnrolledCourse, onCompleted: (module: number) => void) => {
  const { begin, end } = useOnce();
  const { mutate, isPending, isPaused, variables } = useMutation({
    mutationFn: (module: number) => completeModule(enrolment, module),
    onMutate: sayIfItWaits,
    onError: (error) => {
      toast.error(error.message);
      // What is shown may be behind: the course was left, or another device is further.
      void fetchEnrolmentsAgain();
    },
    onSuccess: ({ completedModules }, module) => {
      changeEnrolments((list) => withCompleted(list, enrolment._id, completedModules));
      onCompleted(module);
      void tell({ tone: 'success', title: 'Module Completed!' });
    },
    onSettled: end,
  });
  return {
    complete: (module: number) => {
      if (begin()) mutate(module);
    },
    /** The module whose completion is under way. */
    underWay: isPending ? variables : null,
    /** It waits for the line. */
    waits: isPaused,
  };
};
