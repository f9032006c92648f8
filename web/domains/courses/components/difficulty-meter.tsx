import { difficultyOf, stepsOf } from '../difficulty.ts';
import { classNames } from '../../../ui/class-names.ts';

const steps = Array.from({ length: 10 }, (_, at) => at + 1);

/** Ten steps, as many lit as the course is difficult, and the same in words: '7/10'. Text without a number stays text. */
export const DifficultyMeter = ({ difficulty }: { difficulty: string }) => {
  const number = difficultyOf(difficulty);
  if (number === null) return <span>{difficulty}</span>;
  const lit = stepsOf(number);
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="inline-flex items-end gap-[3px]">
        {steps.map((step) => (
          <span
            key={step}
            className={classNames('w-[5px] rounded-[2px]', step <= lit ? 'bg-gold' : 'bg-hairline')}
            style={{ height: `${6 + step * 0.8}px` }}
          />
        ))}
      </span>
      <span>
        <span className="sr-only">Difficulty </span>
        {number}/10
      </span>
    </span>
  );
};
