import { headers } from '#events/contract/headers.ts';

/**
 * The furthest position of the log that this tab knows to be written. It goes with every read, so a person sees what
 * they did themselves, whichever server answers. After a reset the log has another id, and the old position means nothing.
 */
let known: { logId: string; position: number } | null = null;

/** Takes note of what an answer says; answers without the two headers say nothing. */
export const rememberPosition = (answer: Headers): void => {
  const logId = answer.get(headers.logId);
  const position = Number(answer.get(headers.logPosition) ?? Number.NaN);
  if (logId === null || !Number.isSafeInteger(position) || position < 0) return;
  if (known === null || known.logId !== logId) known = { logId, position };
  else if (position > known.position) known = { logId, position };
};

/** The position that the next read has to wait for, or null when nothing was written from here. */
export const positionToAwait = (): number | null => known?.position ?? null;

/** Forgets the position: another log, or a test. */
export const forgetPosition = (): void => {
  known = null;
};
