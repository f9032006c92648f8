import { useState } from 'react';
import type { Course } from '#contract/courses.ts';
import { classNames } from '../../../ui/class-names.ts';
import { codeColours } from './code-colours.ts';

/** The code in the serif on the department's colours, with the arcs of an open book. */
const Stand = ({ code }: { code: Course['course_code'] }) => {
  const [from, to] = codeColours[code];
  return (
    <span
      aria-hidden="true"
      className="absolute inset-0 grid place-items-center overflow-hidden"
      style={{ backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 320 180"
        className="absolute inset-0 size-full"
        fill="none"
        stroke="#fff"
        strokeOpacity=".16"
      >
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
 * The picture of a course, 16:9, its place reserved before it has loaded. Where there is none, or it does not load, the
 * department's colours stand for it. Decorative: the name of the course stands beside it.
 */
export const CoursePicture = ({
  course,
  eager = false,
  className,
}: {
  course: Pick<Course, 'course_code' | 'imageUrl'>;
  eager?: boolean;
  className?: string;
}) => {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <div className={classNames('relative aspect-video overflow-hidden bg-sunken', className)}>
      <Stand code={course.course_code} />
      {broken !== course.imageUrl && (
        <img
          src={course.imageUrl}
          alt=""
          width={640}
          height={360}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(course.imageUrl)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
};
