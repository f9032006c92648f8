import { useId, useState } from 'react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { classNames } from '../../../ui/class-names.ts';
import { codeColours } from './code-colours.ts';

/** The gradient is an SVG, because the content security policy forbids style attributes in the HTML of rendered pages. */
const DefaultPicture = ({ code }: { code: ListedCourse['course_code'] }) => {
  const [from, to] = codeColours[code];
  const gradientId = useId();
  return (
    <span aria-hidden="true" className="absolute inset-0 grid place-items-center overflow-hidden">
      <svg
        aria-hidden="true"
        viewBox="0 0 320 180"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        fill="none"
        stroke="#fff"
        strokeOpacity=".16"
      >
        <linearGradient id={gradientId} gradientUnits="userSpaceOnUse" x1="35" y1="-35" x2="285" y2="215">
          <stop stopColor={from} />
          <stop offset="1" stopColor={to} />
        </linearGradient>
        <rect width="320" height="180" stroke="none" fill={`url(#${gradientId})`} />
        {[40, 68, 96, 124, 152].map((radius) => (
          <circle key={radius} cx="290" cy="170" r={radius} />
        ))}
        <path d="M0 138c60-14 110-10 160 12 50-22 100-26 160-12M0 152c60-14 110-10 160 12 50-22 100-26 160-12" />
      </svg>
      <span className="relative font-serif text-4xl font-semibold tracking-wide text-white">{code}</span>
    </span>
  );
};

/**
 * The picture of a course, or a default picture until it has loaded or if it cannot be loaded. Decorative.
 * @param isEager whether to load the picture eagerly, because it is likely to be visible without scrolling.
 */
export const CoursePicture = ({
  course,
  isEager = false,
  className,
}: {
  course: Pick<ListedCourse, 'course_code' | 'imageUrl'>;
  isEager?: boolean;
  className?: string;
}) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <div className={classNames('relative aspect-video overflow-hidden bg-sunken', className)}>
      <DefaultPicture code={course.course_code} />
      {failedUrl !== course.imageUrl && (
        <img
          src={course.imageUrl}
          alt=""
          width={640}
          height={360}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(course.imageUrl)}
          className="dim-in-dark absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
};
