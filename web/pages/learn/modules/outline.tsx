import { Check, Lock } from 'lucide-react';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { ProgressHeading } from '../../../domains/enrolments/components/progress-ring.tsx';
import type { Video } from '../../../domains/videos/videos.ts';
import { findModuleTitle } from '../../../domains/videos/videos.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { describeModuleState, getModuleState, type ModuleState } from './module-state.ts';

const ModuleBadge = ({ module, state }: { module: number; state: ModuleState }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'grid size-9 shrink-0 place-items-center rounded-full border text-sm font-semibold tabular-nums',
      state === 'done' && 'border-transparent bg-good-ground text-good',
      state === 'next' && 'border-brand text-brand',
      (state === 'open' || state === 'locked') && 'border-control text-muted',
    )}
  >
    {state === 'done' && <Check className="size-4.5" />}
    {state === 'locked' && <Lock className="size-4" />}
    {(state === 'next' || state === 'open') && module}
  </span>
);

const ModuleTitle = ({ module, title, label }: { module: number; title: string; label: string }) => (
  <span className="min-w-0 flex-1">
    <span className="block text-sm font-medium wrap-anywhere">
      {findModuleTitle(module, title) !== null && <span className="sr-only">Module {module}: </span>}
      {title}
    </span>
    <span className="block text-xs text-muted">{label}</span>
  </span>
);

const rowClasses = 'flex min-h-14 w-full items-center gap-3 rounded-control px-3 py-2 text-left';

/** The five modules with their states. Before the course is started, there is no `onGo`, and the modules cannot be clicked. */
export const Outline = ({
  enrolment,
  videos,
  current,
  onGo,
}: {
  enrolment: EnrolledCourse;
  videos: readonly Video[];
  current: number | null;
  onGo?: (module: number) => void;
}) => (
  <Card className="p-3">
    <div className="px-2 pt-2 pb-3">
      <ProgressHeading completed={enrolment.completedModules} title="Modules" />
    </div>
    <ol className="flex flex-col gap-0.5">
      {videos.map(({ title, src }, index) => {
        const module = index + 1;
        const state = getModuleState(module, enrolment);
        const isCurrent = module === current;
        const content = (
          <>
            <ModuleBadge module={module} state={state} />
            <ModuleTitle module={module} title={title} label={describeModuleState(state, isCurrent)} />
          </>
        );
        return (
          <li key={`${module} ${src}`}>
            {onGo ? (
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onGo(module)}
                className={classNames(rowClasses, isCurrent ? 'bg-brand-soft' : 'hover:bg-sunken')}
              >
                {content}
              </button>
            ) : (
              <div className={rowClasses}>{content}</div>
            )}
          </li>
        );
      })}
    </ol>
  </Card>
);
