import { Play } from 'lucide-react';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { HiddenInAsOfView } from '../../../client/as-of.tsx';
import { showActionFailure, showOfflineNotice } from '../../../client/outbox/outbox-toasts.ts';
import { PendingChip, usePendingAction } from '../../../client/outbox/pending-marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { offerNextStep, showMessage } from '../../../ui/popup.ts';
import { useGoTo } from '../../../ui/use-go-to.ts';
import { useSingleMutation } from '../../../ui/use-single-mutation.ts';
import { startCourse, startCourseKind } from '../enrolment-actions.ts';

/**
 * A button that starts an enrolled course. The page hides it once the course is started.
 * @param lessonPath the path of the lesson, to which a popup leads after the start. The lesson page itself omits it.
 */
export const StartButton = ({
  enrolment,
  lessonPath,
}: {
  enrolment: EnrolledCourse;
  lessonPath?: string;
}) => {
  const goTo = useGoTo();
  const { action, isBlocked } = usePendingAction(startCourseKind, enrolment._id);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => startCourse(enrolment),
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: async () => {
      const popup = { tone: 'good', title: `${enrolment.course_code} has been started for you` } as const;
      if (lessonPath === undefined) await showMessage(popup);
      else if (await offerNextStep({ ...popup, button: 'Start Learning' }))
        await goTo(lessonPath, { isForced: true });
    },
  });
  const isWorking = isPending || action !== undefined;
  return (
    <>
      <HiddenInAsOfView>
        <Button isWorking={isWorking} onClick={() => mutate()}>
          {!isWorking && <Play className="size-4 shrink-0" />}
          Start Course Progress
        </Button>
      </HiddenInAsOfView>
      {isBlocked && <PendingChip className="self-center" />}
    </>
  );
};
