import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  matchByDataKey,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import type { RatedCourse } from '#contract/schemas/reviews.ts';
import { formatMeanRating } from '../../domains/reviews/review-format.ts';
import { categoryAxis, createValueAxis } from '../../ui/chart/chart-parts.tsx';
import { wrapText } from '../../ui/chart/wrap-text.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';

/** The props that recharts passes to a tick. */
type TickProps = { x?: number | string; y?: number | string; payload?: { value: string } };

const lineHeightPx = 16;
const maxLines = 3;

const CourseTick = ({
  courses,
  isHorizontal,
  ...props
}: { courses: readonly RatedCourse[]; isHorizontal: boolean } & TickProps) => {
  const { x = 0, y = 0, payload } = props;
  const course = courses.find(({ _id }) => _id === payload?.value);
  if (!course) return null;
  const maxCharactersPerLine = isHorizontal ? 17 : 22;
  const lines = wrapText(course.courseName, maxCharactersPerLine, maxLines);
  // The name is centred beside a horizontal bar, and begins below a vertical one.
  const firstLineOffsetPx = isHorizontal ? -((lines.length - 1) * lineHeightPx) / 2 + 4 : 18;
  return (
    <text
      x={Number(x) - (isHorizontal ? 4 : 0)}
      y={Number(y)}
      textAnchor={isHorizontal ? 'end' : 'middle'}
      fontSize={12}
      fill="var(--ink)"
    >
      {lines.map((line, index) => (
        <tspan
          key={line}
          x={Number(x) - (isHorizontal ? 4 : 0)}
          dy={index === 0 ? firstLineOffsetPx : lineHeightPx}
        >
          {line}
        </tspan>
      ))}
    </text>
  );
};

/** The specification requires this height. */
const heightPx = 400;
/** On narrower screens the names do not fit under vertical bars. */
const minWidthForVerticalBarsPx = 1024;
const ratingTicks = [0, 2, 4, 6, 8, 10];

/** Identifies bars by course, so that a bar moves to its new rank instead of being redrawn. */
const matchByCourse = matchByDataKey('_id');

/**
 * Ratings by course, best first, with horizontal bars on narrow screens. Hidden from screen readers, which get
 * `RatingsTable`.
 */
export const RatingsChart = ({ courses }: { courses: readonly RatedCourse[] }) => {
  const isHorizontal = useIsNarrow(minWidthForVerticalBarsPx);
  const tick = <CourseTick courses={courses} isHorizontal={isHorizontal} />;
  const nameAxis = { ...categoryAxis, type: 'category', dataKey: '_id', interval: 0, tick } as const;
  const ratingAxis = createValueAxis(ratingTicks);
  return (
    <div
      aria-hidden="true"
      className="overflow-hidden rounded-card border border-hairline bg-surface p-3 shadow-card sm:p-5"
    >
      <ResponsiveContainer width="100%" height={heightPx}>
        <BarChart
          data={[...courses]}
          // Recharts names the layout after the direction of the category axis, not of the bars.
          layout={isHorizontal ? 'vertical' : 'horizontal'}
          accessibilityLayer={false}
          margin={
            isHorizontal
              ? { top: 0, right: 40, bottom: 0, left: 0 }
              : { top: 28, right: 8, bottom: 8, left: 0 }
          }
        >
          <CartesianGrid stroke="var(--hairline)" vertical={isHorizontal} horizontal={!isHorizontal} />
          {isHorizontal ? (
            <>
              <XAxis {...ratingAxis} />
              <YAxis {...nameAxis} width={120} />
            </>
          ) : (
            <>
              <XAxis {...nameAxis} height={64} />
              <YAxis {...ratingAxis} width={32} />
            </>
          )}
          <Bar
            dataKey="rating"
            fill="var(--brand)"
            radius={isHorizontal ? [0, 6, 6, 0] : [6, 6, 0, 0]}
            maxBarSize={isHorizontal ? 36 : 96}
            isAnimationActive="auto"
            animationDuration={450}
            animationMatchBy={matchByCourse}
          >
            <LabelList
              dataKey="rating"
              position={isHorizontal ? 'right' : 'top'}
              formatter={(rating: unknown) => formatMeanRating(Number(rating))}
              fill="var(--ink)"
              fontSize={14}
              fontWeight={600}
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
};
