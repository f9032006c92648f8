/** `next`: the next module to complete. `open`: a later one, which can already be watched. */
export type ModuleState = 'done' | 'next' | 'open' | 'locked';

/** Returns the state of a module (1 to 5). Modules can be watched in any order, but are completed in sequence. */
export const getModuleState = (
  module: number,
  { started, completedModules }: { started: boolean; completedModules: number },
): ModuleState => {
  if (!started) return 'locked';
  if (module <= completedModules) return 'done';
  return module === completedModules + 1 ? 'next' : 'open';
};

const labels: Record<ModuleState, string> = {
  done: 'Done',
  next: 'Up next',
  open: 'Available',
  locked: 'Locked',
};

/** Returns the label of a module's state. @param isCurrent whether the module is in the player. */
export const describeModuleState = (state: ModuleState, isCurrent: boolean): string => {
  if (!isCurrent) return labels[state];
  return state === 'done' ? 'Done · Current' : 'Current';
};
