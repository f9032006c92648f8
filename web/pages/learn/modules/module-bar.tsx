import { Award, ChevronLeft, ChevronRight, CircleCheck } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { modulesOfACourse } from '#contract/enrolments.ts';
import { Button } from '../../../ui/button.tsx';
import { PresentOnly } from '../../../client/as-of/present-only.tsx';
import { useMeantClick } from './use-meant-click.ts';

const StepWord = ({ children }: { children: ReactNode }) => (
  <span className="max-[24rem]:sr-only">{children}</span>
);

/** The act in the middle: the module that is next, then the certificate. */
const MainAct = ({
  next,
  underWay,
  second,
  onComplete,
  onCollect,
}: {
  /** The module that is to be completed next; null when all are. */
  next: number | null;
  underWay: number | null;
  /** The module that is shown is done: going on comes first. */
  second: boolean;
  onComplete: (module: number) => void;
  onCollect: () => void;
}) => {
  // While one is under way its button keeps its words, whatever other tabs tell meanwhile.
  const module = underWay ?? next;
  const meant = useMeantClick(module);
  const className = 'min-w-0 flex-1 max-sm:px-2 max-sm:text-sm sm:flex-none';
  if (module === null)
    return (
      <Button className={className} {...meant(onCollect)}>
        <Award className="size-4.5 shrink-0 max-sm:hidden" aria-hidden="true" />
        Collect Certificate
      </Button>
    );
  return (
    <Button
      look={second ? 'second' : 'main'}
      className={className}
      working={underWay !== null}
      {...meant(() => onComplete(module))}
    >
      {underWay === null && <CircleCheck className="size-4.5 shrink-0 max-sm:hidden" aria-hidden="true" />}
      Complete Module {module}
    </Button>
  );
};

/**
 * Previous, the act, Next. On a phone it stays at the bottom of the screen, unless the screen is so low that every line
 * belongs to the lesson.
 */
export const ModuleBar = ({
  module,
  completedModules,
  left,
  underWay,
  waits,
  nextButton,
  onStep,
  onComplete,
  onCollect,
}: {
  module: number;
  completedModules: number;
  left: boolean;
  underWay: number | null;
  waits: boolean;
  nextButton: Ref<HTMLButtonElement>;
  onStep: (by: 1 | -1) => void;
  onComplete: (module: number) => void;
  onCollect: () => void;
}) => {
  const next = completedModules < modulesOfACourse ? completedModules + 1 : null;
  const isDone = module <= completedModules && module < modulesOfACourse;
  return (
    <div
      data-bottom-bar
      className="mt-4 max-sm:bottom-bar max-sm:border-t max-sm:border-hairline max-sm:bg-surface max-sm:px-4 max-sm:py-2"
    >
      <div className="flex items-center justify-between gap-2">
        <Button
          look="second"
          disabled={module === 1}
          onClick={() => onStep(-1)}
          className="shrink-0 max-sm:px-3 max-sm:text-sm"
        >
          <ChevronLeft className="size-4.5 sm:block min-[24rem]:hidden" aria-hidden="true" />
          <StepWord>Previous</StepWord>
        </Button>
        {!left && (
          <PresentOnly>
            <MainAct
              next={next}
              underWay={underWay}
              second={isDone}
              onComplete={onComplete}
              onCollect={onCollect}
            />
          </PresentOnly>
        )}
        <Button
          ref={nextButton}
          look={isDone ? 'main' : 'second'}
          disabled={module === modulesOfACourse}
          onClick={() => onStep(1)}
          className="shrink-0 max-sm:px-3 max-sm:text-sm"
        >
          <StepWord>Next</StepWord>
          <ChevronRight className="size-4.5 sm:block min-[24rem]:hidden" aria-hidden="true" />
        </Button>
      </div>
      <p role="status" className="text-center text-sm text-muted not-empty:mt-2">
        {waits && `Module ${underWay} waits for the line; it is completed as soon as you are back online.`}
      </p>
    </div>
  );
};
