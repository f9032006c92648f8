import { useAtomValue } from 'jotai';
import { Clapperboard } from 'lucide-react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { HiddenInAsOfView } from '../../../client/as-of.tsx';
import { paths } from '../../../client/paths.ts';
import { userAtom } from '../../../client/session/session.ts';
import { ButtonLink, type ButtonSize } from '../../../ui/button.tsx';
import { canEditVideos } from '../can-edit-videos.ts';

export const EditVideosLink = ({ course, size = 'small' }: { course: ListedCourse; size?: ButtonSize }) =>
  canEditVideos(useAtomValue(userAtom), course) && (
    <HiddenInAsOfView>
      <ButtonLink to={paths.courseVideos(course._id)} variant="secondary" size={size}>
        <Clapperboard className="size-4 shrink-0" />
        Edit videos
        <span className="sr-only"> of {course.course_name}</span>
      </ButtonLink>
    </HiddenInAsOfView>
  );
