import type { z } from 'zod/mini';
import type { LiveMessage } from '#contract/live-messages.ts';
import { getEarliestReadPosition, type LogPosition } from '../api/log-position.ts';
import { connectionAtom } from '../connection.ts';
import { recentUpdates } from '../live/recent-updates.ts';
import { store } from '../store.ts';
import type { PendingAction } from './pending-action.ts';

type CachedDefinition<Answer> = {
  update: (answer: Answer, action: PendingAction) => void;
  merge: (update: LiveMessage) => void;
  refetch: () => Promise<void>;
  /** The action replaces a text. If newer updates may be unknown, only `refetch` is called, so that an old text does not replace a newer one. */
  isEdit?: true;
};

type ActionKindDefinition<Answer> = {
  name: string;
  answerSchema: z.ZodMiniType<Answer>;
  /** The action contains text that the user has typed. A refused action of this kind is set aside instead of deleted. */
  hasUserText?: true;
  /**
   * An action replaces an older one of this kind on the same record if the older one is set aside. If the kind is silent, it also replaces
   * an older one in the queue, unless an attempt to send that one has failed.
   */
  replacesOlder?: true;
  /** The user did not ask for the action, for example a playback position. The list of waiting actions leaves it out. */
  isSilent?: true;
  onAnswered?: (answer: Answer, action: PendingAction) => void;
  /**
   * What an answer changes in the query cache. The answer may be late, and another device may have changed the record since. So `update`
   * is followed by `merge` for each known live update that is newer than the action. If newer updates may be unknown, or the live
   * connection is down, `refetch` is called as well.
   */
  cached?: CachedDefinition<Answer>;
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
 * Returns the known live updates after the position that an action reached, and whether they are complete. Some may be unknown, for example if this
 * tab read all its data after that position: the live connection delivers only what is newer than the data.
 */
const findNewerUpdates = (
  reached: LogPosition | null,
): { updates: readonly LiveMessage[]; areComplete: boolean } => {
  const earliestRead = getEarliestReadPosition();
  // Positions of different histories cannot be compared.
  if (reached === null || (earliestRead !== null && earliestRead.logId !== reached.logId))
    return { updates: [], areComplete: false };
  const isReadLater = earliestRead !== null && earliestRead.position > reached.position;
  return {
    updates: recentUpdates.recordedAfter(reached.position),
    areComplete: !isReadLater && recentUpdates.after(reached.position) !== null,
  };
};

/** Changes the query cache after an answer. @param reached the log position that the action reached; null if it is unknown. */
const updateCache = <Answer>(
  { update, merge, refetch, isEdit }: CachedDefinition<Answer>,
  answer: Answer,
  action: PendingAction,
  reached: LogPosition | null,
): void => {
  const newer = findNewerUpdates(reached);
  if (newer.areComplete || !isEdit) {
    update(answer, action);
    for (const message of newer.updates) merge(message);
  }
  if (!newer.areComplete || store.get(connectionAtom) !== 'live') void refetch();
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
      if (cached) updateCache(cached, parsed, action, position);
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

/** Returns the kind of an action; undefined if this build of the client does not know it. */
export const findActionKind = ({ kind }: Pick<PendingAction, 'kind'>): ActionKind | undefined =>
  kinds.get(kind);

export const isSilent = (action: PendingAction): boolean => findActionKind(action)?.isSilent === true;
