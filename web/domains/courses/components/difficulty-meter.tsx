import { countDifficultySteps, parseDifficulty } from '../difficulty.ts';

const steps = Array.from({ length: 10 }, (_, index) => index + 1);

/** The difficulty as ten bars and as text, such as '7/10'. A difficulty that does not start with a number is shown as it is. */
export const DifficultyMeter = ({ difficulty }: { difficulty: string }) => {
  const number = parseDifficulty(difficulty);
  if (number === null) return <span>{difficulty}</span>;
  const filledSteps = countDifficultySteps(number);
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" width="77" height="14" viewBox="0 0 77 14" className="shrink-0">
        {steps.map((step) => (
          <rect
            key={step}
            x={(step - 1) * 8}
            y={8 - step * 0.8}
            width="5"
            height={6 + step * 0.8}
            rx="2"
            className={step <= filledSteps ? 'fill-gold' : 'fill-hairline'}
          />
        ))}
      </svg>
      <span>
        <span className="sr-only">Difficulty </span>
        {number}/10
      </span>
    </span>
  );
};
