import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Running, TimeUp } from '../run/create-quiz-runner.ts';
import { describeTimeLeft, getUrgency, type Urgency } from '../run/time-left.ts';

const radius = 19;
const circumference = 2 * Math.PI * radius;

const colours: Record<Urgency, string> = { plenty: 'text-brand', soon: 'text-gold', now: 'text-bad' };

const TimeRing = ({ seconds, totalSeconds }: { seconds: number; totalSeconds: number }) => (
  <svg
    viewBox="0 0 48 48"
    className={classNames('size-14 shrink-0 lg:size-32', colours[getUrgency(seconds)])}
    aria-hidden="true"
    data-urgency={getUrgency(seconds)}
  >
    <g className="origin-center -rotate-90" fill="none" strokeWidth="5">
      <circle cx="24" cy="24" r={radius} className="stroke-hairline" />
      <circle
        cx="24"
        cy="24"
        r={radius}
        stroke="currentColor"
        strokeLinecap={seconds === 0 ? 'butt' : 'round'}
        className="transition-[stroke-dashoffset] duration-300"
        strokeDasharray={circumference}
        strokeDashoffset={circumference * (1 - Math.min(1, seconds / totalSeconds))}
      />
    </g>
    <text
      x="24"
      y="24"
      textAnchor="middle"
      dominantBaseline="central"
      fill="currentColor"
      className="text-base font-semibold tabular-nums"
    >
      {seconds}
    </text>
  </svg>
);

const textColours = { plenty: 'text-ink', soon: 'text-gold', now: 'text-bad' } as const;

const countAnswered = ({ attempt, answers }: Running | TimeUp) =>
  attempt.questions.filter(({ id }) => answers[id] !== undefined).length;

/** Announces that the time is up and takes the focus from the inputs, which are now disabled. */
const TimeUpNotice = ({ onView, isSubmitting }: { onView: () => void; isSubmitting: boolean }) => {
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(() => sentence.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:mt-4 lg:flex-col">
      <p ref={sentence} tabIndex={-1} className="font-medium outline-none">
        Time is up! The quiz has ended.
      </p>
      <Button isWorking={isSubmitting} onClick={onView}>
        View Results
      </Button>
    </div>
  );
};

/** A bar at the top on narrow screens, a card beside the questions on wide ones. */
const positionClasses = classNames(
  'sticky top-16 z-20 -mx-[var(--gutter)] mt-4 border-b border-hairline bg-ground px-[var(--gutter)] py-3',
  'flex flex-wrap items-center gap-x-4 gap-y-2',
  'lg:top-24 lg:order-last lg:mx-0 lg:mt-0 lg:flex-col lg:self-start lg:rounded-card lg:border lg:bg-surface lg:p-6 lg:text-center lg:shadow-card',
);

/** The remaining time, always visible. The live region speaks only at 30 and 10 seconds and at the end. */
export const TimeBar = ({ run, onView }: { run: Running | TimeUp; onView: () => void }) => {
  const { attempt } = run;
  const seconds = run.status === 'running' ? run.seconds : 0;
  const totalSeconds = (Date.parse(attempt.deadline) - Date.parse(attempt.startedAt)) / 1000;
  return (
    <div className={positionClasses}>
      <TimeRing seconds={seconds} totalSeconds={totalSeconds} />
      <div className="min-w-0">
        <p
          role="timer"
          className={classNames('text-lg font-semibold tabular-nums', textColours[getUrgency(seconds)])}
        >
          Time Left: {seconds} seconds
        </p>
        <p className="text-sm text-muted tabular-nums">
          {countAnswered(run)} of {attempt.questions.length} answered
        </p>
      </div>
      <div aria-live="assertive" className="max-lg:ml-auto">
        {run.status === 'time-up' ? (
          <TimeUpNotice onView={onView} isSubmitting={run.isSubmitting} />
        ) : (
          <span className="sr-only">{describeTimeLeft(seconds)}</span>
        )}
      </div>
    </div>
  );
};
