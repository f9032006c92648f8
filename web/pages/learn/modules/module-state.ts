/** `next`: the one that is to be completed next. `open`: one after it, to be watched already. */
export type ModuleState = 'done' | 'next' | 'open' | 'locked';

/** How a module (1 to 5) stands: modules are watched in any order once the course is started, and completed in theirs. */
export const moduleState = (
  module: number,
  { started, completedModules }: { started: boolean; completedModules: number },
): ModuleState => {
  if (!started) return 'locked';
  if (module <= completedModules) return 'done';
  return module === completedModules + 1 ? 'next' : 'open';
};

const words: Record<ModuleState, string> = {
  done: 'Done',
  next: 'Ready',
  open: 'Open',
  locked: 'Locked',
};

/** The word beside a module. @param current whether the player stands there. */
export const moduleWord = (state: ModuleState, current: boolean): string => {
  if (!current) return words[state];
  return state === 'done' ? 'Done · Current' : 'Current';
};
