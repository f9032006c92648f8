import type { HighRatedCourse } from '#contract/reviews.ts';
import { linesOf } from '../../ui/chart/lines.ts';

/** What recharts gives its ticks. */
type Given = { x?: number | string; y?: number | string; payload?: { value: string } };

/** The name of a course at its bar, in up to three lines. */
export const CourseTick = ({
  courses,
  lying,
  ...given
}: { courses: readonly HighRatedCourse[]; lying: boolean } & Given) => {
  const { x = 0, y = 0, payload } = given;
  const course = courses.find(({ _id }) => _id === payload?.value);
  if (!course) return null;
  const lines = linesOf(course.courseName, lying ? 17 : 22, 3);
  const first = lying ? -((lines.length - 1) * 16) / 2 + 4 : 18;
  return (
    <text
      x={Number(x) - (lying ? 4 : 0)}
      y={Number(y)}
      textAnchor={lying ? 'end' : 'middle'}
      fontSize={12}
      fill="var(--ink)"
    >
      {lines.map((line, index) => (
        <tspan key={line} x={Number(x) - (lying ? 4 : 0)} dy={index === 0 ? first : 16}>
          {line}
        </tspan>
      ))}
    </text>
  );
};
