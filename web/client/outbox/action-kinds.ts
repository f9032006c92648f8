import type { z } from 'zod/mini';
import type { LiveMessage } from '#contract/live-messages.ts';
import { getEarliestReadPosition, type LogPosition } from '../api/log-position.ts';
import { recentUpdates } from '../live/recent-updates.ts';
import type { PendingAction } from './pending-action.ts';

type ActionKindDefinition<Answer> = {
  name: string;
  answerSchema: z.ZodMiniType<Answer>;
  /** The action contains text that the user typed. A refused action of this kind is set aside instead of deleted. */
  hasUserText?: true;
  /** An action replaces an older one on the same record if the older one is set aside or, for a silent kind, no attempt to send it has failed. */
  replacesOlder?: true;
  /** The user did not ask for the action, for example a playback position. It is neither counted nor listed. */
  isSilent?: true;
  onAnswered?: (answer: Answer, action: PendingAction) => void;
  /**
   * What an answer changes in the query cache. The answer may be late, and another device may have changed the record since. So `update`
   * is followed by `merge` for each live update that is newer than the action. If it is not known which updates are newer, only
   * `refetch` is called.
   */
  cached?: {
    update: (answer: Answer, action: PendingAction) => void;
    merge: (update: LiveMessage) => void;
    refetch: () => Promise<void>;
  };
  onRefused?: (action: PendingAction) => void;
  /** Returns why an action was not executed although the server answered with 2xx, or null. */
  findProblem?: (answer: Answer) => string | null;
  /** Returns the body to send at the time `now`, for bodies that say how long ago something happened. */
  bodyAt?: (action: PendingAction, now: number) => unknown;
};

/**
 * Describes how the outbox handles one kind of action. The answer is handled here and not in a component, because the
 * page may be closed before the answer arrives. The handlers run in every tab of the user and may run more than once.
 */
export type ActionKind<Answer = unknown> = {
  name: string;
  answerSchema: z.ZodMiniType<Answer>;
  hasUserText: boolean;
  replacesOlder: boolean;
  isSilent: boolean;
  /**
   * Throws if the answer does not match the schema; the same holds for `findProblem`.
   * @param position the log position that the action reached; null if it is unknown.
   */
  onAnswered: (answer: unknown, action: PendingAction, position: LogPosition | null) => void;
  onRefused: (action: PendingAction) => void;
  findProblem: (answer: unknown) => string | null;
  bodyAt: (action: PendingAction, now: number) => unknown;
};

/**
 * Returns the live updates after the position that an action reached; null if some of them are unknown. They are unknown if this tab read
 * all its data after that position: the live connection delivers only what is newer than the data.
 */
const findNewerUpdates = (position: LogPosition | null): LiveMessage[] | null => {
  if (position === null) return null;
  const earliestRead = getEarliestReadPosition();
  const isReadLater =
    earliestRead !== null &&
    (earliestRead.logId !== position.logId || earliestRead.position > position.position);
  return isReadLater ? null : recentUpdates.after(position.position);
};

export const defineActionKind = <Answer>(definition: ActionKindDefinition<Answer>): ActionKind<Answer> => {
  const { name, answerSchema, onAnswered, cached, onRefused, findProblem, bodyAt } = definition;
  return {
    name,
    answerSchema,
    hasUserText: definition.hasUserText ?? false,
    replacesOlder: definition.replacesOlder ?? false,
    isSilent: definition.isSilent ?? false,
    onAnswered: (answer, action, position) => {
      const parsed = answerSchema.parse(answer);
      const newerUpdates = findNewerUpdates(position);
      if (newerUpdates === null) void cached?.refetch();
      else {
        cached?.update(parsed, action);
        for (const update of newerUpdates) cached?.merge(update);
      }
      onAnswered?.(parsed, action);
    },
    onRefused: (action) => onRefused?.(action),
    findProblem: (answer) => findProblem?.(answerSchema.parse(answer)) ?? null,
    bodyAt: bodyAt ?? (({ body }) => body),
  };
};

const kinds = new Map<string, ActionKind>();

/** Makes kinds known to the outbox. Called once at start-up, before the outbox starts. */
export const registerActionKinds = (...registered: readonly ActionKind[]): void => {
  for (const kind of registered) kinds.set(kind.name, kind);
};

/** Returns the kind of an action; undefined if another build of the client stored the action. */
export const findActionKind = ({ kind }: Pick<PendingAction, 'kind'>): ActionKind | undefined =>
  kinds.get(kind);

export const isSilent = (action: PendingAction): boolean => findActionKind(action)?.isSilent === true;
