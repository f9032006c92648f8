import type { HighRatedCourse } from '#contract/schemas/reviews.ts';
import { wrapText } from '../../ui/chart/wrap-text.ts';

/** The props that recharts passes to a tick. */
type TickProps = { x?: number | string; y?: number | string; payload?: { value: string } };

/** The label of a course's bar, wrapped to at most three lines. */
export const CourseTick = ({
  courses,
  isHorizontal,
  ...props
}: { courses: readonly HighRatedCourse[]; isHorizontal: boolean } & TickProps) => {
  const { x = 0, y = 0, payload } = props;
  const course = courses.find(({ _id }) => _id === payload?.value);
  if (!course) return null;
  const lines = wrapText(course.courseName, isHorizontal ? 17 : 22, 3);
  const first = isHorizontal ? -((lines.length - 1) * 16) / 2 + 4 : 18;
  return (
    <text
      x={Number(x) - (isHorizontal ? 4 : 0)}
      y={Number(y)}
      textAnchor={isHorizontal ? 'end' : 'middle'}
      fontSize={12}
      fill="var(--ink)"
    >
      {lines.map((line, index) => (
        <tspan key={line} x={Number(x) - (isHorizontal ? 4 : 0)} dy={index === 0 ? first : 16}>
          {line}
        </tspan>
      ))}
    </text>
  );
};
