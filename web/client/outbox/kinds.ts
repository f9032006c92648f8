import type { z } from 'zod';
import type { WaitingAct } from './waiting-act.ts';

/**
 * A kind of act that may wait. What is done with its answer stands here and not in a component: the page may have been closed
 * long before the answer comes. Called in every tab of the person, and more than once does no harm.
 */
export type Kind<S extends z.ZodType = z.ZodType> = {
  name: string;
  answer: S;
  /** It holds what somebody typed: refused, it is put aside instead of being dropped. */
  keepsText?: true;
  /** A newer one about the same takes the place of one that was put aside; of silent ones only the newest counts. */
  replaces?: true;
  /** Nothing that a person did: neither counted nor listed. */
  silent?: true;
  answered?: (answer: z.output<S>, act: WaitingAct) => void;
  refused?: (act: WaitingAct) => void;
  /** Why an act that was answered with 2xx was not done after all, or null. */
  problemIn?: (answer: z.output<S>) => string | null;
  /** The body as it is sent at this time, where it says how long ago something was. */
  bodyAt?: (act: WaitingAct, now: number) => unknown;
};

const kinds = new Map<string, Kind>();

/** Makes a kind known; once each, when its module is loaded. */
export const actKind = <S extends z.ZodType>(kind: Kind<S>): Kind<S> => {
  // Answers are parsed with the kind's own schema before they are given to it.
  kinds.set(kind.name, kind as unknown as Kind);
  return kind;
};

/** Undefined for what another build kept. */
export const kindOf = ({ kind }: Pick<WaitingAct, 'kind'>): Kind | undefined => kinds.get(kind);
