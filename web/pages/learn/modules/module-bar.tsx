import { useAtomValue } from 'jotai';
import { Award, ChevronLeft, ChevronRight, CircleCheck } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, useRef } from 'react';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { HiddenInAsOfView } from '../../../client/as-of.tsx';
import { connectionAtom } from '../../../client/connection.ts';
import { Button } from '../../../ui/button.tsx';

/**
 * Returns a function that creates a button's click handlers. They ignore clicks that were intended for the button's previous
 * action: the second click of a double click, and a click during which an update changed the button.
 * @param action identifies the button's current action.
 */
const useIntendedClick = (action: unknown) => {
  const pressed = useRef<{ action: unknown }>(undefined);
  return (onClick: () => void) => ({
    onPointerDown: () => {
      pressed.current = { action };
    },
    onClick: (event: MouseEvent) => {
      // A key press clicks the button without a pointer event, and has the detail 0. An earlier press that was dragged off the button does
      // not concern it.
      const isIntended =
        event.detail === 0 || pressed.current === undefined || pressed.current.action === action;
      pressed.current = undefined;
      if (isIntended && event.detail < 2) onClick();
    },
  });
};

const StepLabel = ({ children }: { children: ReactNode }) => (
  <span className="max-[24rem]:sr-only">{children}</span>
);

const MainButton = ({
  next,
  completing,
  isSecondary,
  hasCertificate,
  onComplete,
  onCollect,
}: {
  /** The next module to complete; null if all are completed. */
  next: number | null;
  completing: number | null;
  /** Whether "Next" stands out instead of this button, because the current module is completed. */
  isSecondary: boolean;
  hasCertificate: boolean;
  onComplete: (module: number) => void;
  onCollect: () => void;
}) => {
  // While a completion is in progress, the button keeps its label, even if another tab completes a module.
  const module = completing ?? next;
  const clickHandlers = useIntendedClick(module);
  const className = 'min-w-0 flex-1 max-sm:px-2 max-sm:text-sm sm:flex-none';
  if (module === null)
    return (
      <Button className={className} {...clickHandlers(onCollect)}>
        <Award className="size-4.5 shrink-0 max-sm:hidden" />
        {hasCertificate ? 'View certificate' : 'Collect Certificate'}
      </Button>
    );
  return (
    <Button
      variant={isSecondary ? 'secondary' : 'primary'}
      className={className}
      isWorking={completing !== null}
      data-complete-module
      {...clickHandlers(() => onComplete(module))}
    >
      {completing === null && <CircleCheck className="size-4.5 shrink-0 max-sm:hidden" />}
      Complete Module {module}
    </Button>
  );
};

/** The buttons Previous, Complete and Next. On narrow screens they stick to the bottom, unless the screen is short. */
export const ModuleBar = ({
  module,
  completedModules,
  hasLeft,
  completing,
  isBlocked,
  nextButton,
  hasCertificate,
  onStep,
  onComplete,
  onCollect,
}: {
  module: number;
  completedModules: number;
  hasLeft: boolean;
  /** The module whose completion is in progress; null if there is none. */
  completing: number | null;
  /** Whether this completion cannot be sent now. */
  isBlocked: boolean;
  nextButton: Ref<HTMLButtonElement>;
  /** Whether the certificate was collected. Then `onCollect` only shows it. */
  hasCertificate: boolean;
  onStep: (by: 1 | -1) => void;
  onComplete: (module: number) => void;
  onCollect: () => void;
}) => {
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const next = completedModules < modulesPerCourse ? completedModules + 1 : null;
  const isNextPrimary = module <= completedModules && module < modulesPerCourse;
  return (
    <div
      data-bottom-bar
      className="mt-4 max-sm:bottom-bar max-sm:border-t max-sm:border-hairline max-sm:bg-surface max-sm:px-4 max-sm:py-2"
    >
      <div className="flex items-center justify-between gap-2">
        <Button
          variant="secondary"
          disabled={module === 1}
          onClick={() => onStep(-1)}
          className="shrink-0 max-sm:px-3 max-sm:text-sm"
        >
          <ChevronLeft className="size-4.5 sm:block min-[24rem]:hidden" />
          <StepLabel>Previous</StepLabel>
        </Button>
        {!hasLeft && (
          <HiddenInAsOfView>
            <MainButton
              next={next}
              completing={completing}
              isSecondary={isNextPrimary}
              hasCertificate={hasCertificate}
              onComplete={onComplete}
              onCollect={onCollect}
            />
          </HiddenInAsOfView>
        )}
        <Button
          ref={nextButton}
          variant={isNextPrimary ? 'primary' : 'secondary'}
          disabled={module === modulesPerCourse}
          onClick={() => onStep(1)}
          className="shrink-0 max-sm:px-3 max-sm:text-sm"
        >
          <StepLabel>Next</StepLabel>
          <ChevronRight className="size-4.5 sm:block min-[24rem]:hidden" />
        </Button>
      </div>
      <p role="status" className="text-center text-sm text-muted not-empty:mt-2">
        {isBlocked &&
          `Module ${completing} will be completed ${isOffline ? 'when you reconnect' : 'as soon as your changes can be sent'}.`}
      </p>
    </div>
  );
};
