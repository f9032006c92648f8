import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { GraduationCap } from 'lucide-react';
import type { Course } from '#events/contract/courses.ts';
import { enrol } from '../../lib/enrolments/acts.ts';
import { fetchEnrolmentsAgain, useEnrolments } from '../../lib/enrolments/enrolments.ts';
import { paths } from '../../lib/paths.ts';
import { studentEmailAtom } from '../../lib/session/student.ts';
import { Button, ButtonLink } from '../button.tsx';
import { tell } from '../popup.ts';
import { sayIfItWaits } from '../say-if-it-waits.ts';
import { toast } from '../toast.ts';
import { useOnce } from '../use-once.ts';

const ForStudent = ({ course, email }: { course: Course; email: string }) => {
  const { data } = useEnrolments();
  const enrolment = data?.find(({ courseId }) => courseId === course._id);
  const { begin, end } = useOnce();
  const { mutate, isPending } = useMutation({
    mutationFn: () => enrol(course, email),
    onMutate: sayIfItWaits,
    onError: (error) => toast.error(error.message),
    onSuccess: async () => {
      void fetchEnrolmentsAgain();
      await tell({ tone: 'success', title: 'Course enrolled successfully' });
    },
    onSettled: end,
  });
  if (enrolment)
    return (
      <ButtonLink to={paths.showModules(enrolment._id)} className="min-w-full">
        Enrolled · Go to course page
      </ButtonLink>
    );
  return (
    <Button
      className="min-w-full"
      working={isPending}
      onClick={() => {
        if (begin()) mutate();
      }}
    >
      {!isPending && <GraduationCap className="size-4.5 shrink-0" aria-hidden="true" />}
      Enroll
    </Button>
  );
};

/** Enrols in a course; who is enrolled goes on to its start page. Shown to students. */
export const EnrolButton = ({ course }: { course: Course }) => {
  const email = useAtomValue(studentEmailAtom);
  return email !== null && <ForStudent course={course} email={email} />;
};
