import { classNames } from '../../../ui/class-names.ts';
import { countDifficultySteps, parseDifficulty } from '../difficulty.ts';

const steps = Array.from({ length: 10 }, (_, index) => index + 1);

/** The difficulty as ten bars and as text, such as '7/10'. A difficulty without a number is shown as it is. */
export const DifficultyMeter = ({ difficulty }: { difficulty: string }) => {
  const number = parseDifficulty(difficulty);
  if (number === null) return <span>{difficulty}</span>;
  const filledSteps = countDifficultySteps(number);
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="inline-flex items-end gap-[3px]">
        {steps.map((step) => (
          <span
            key={step}
            className={classNames('w-[5px] rounded-[2px]', step <= filledSteps ? 'bg-gold' : 'bg-hairline')}
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
