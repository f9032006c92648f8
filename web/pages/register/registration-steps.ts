/**
 * The way of a registration: make the identity, make the record, name the profile, done. What was reached is remembered, so that a
 * second press of the button after a failure goes on where the first one stopped, instead of meeting its own account as
 * 'already in use'.
 */
export type Progress = {
  /** E-mail and password of the identity that was made, or null. */
  identity: { email: string; password: string } | null;
  /** Whether the school has a record for it. */
  recorded: boolean;
};
export type Step =
  | 'make-identity'
  /** The form names another e-mail or password now: the identity made before is taken back first. */
  | 'discard-identity'
  | 'make-record'
  | 'name-profile';

export const notBegun: Progress = { identity: null, recorded: false };

/** What has to be done next for this form. */
export const nextStep = (progress: Progress, form: { email: string; password: string }): Step => {
  if (progress.recorded) return 'name-profile';
  if (progress.identity === null) return 'make-identity';
  const same = progress.identity.email === form.email && progress.identity.password === form.password;
  return same ? 'make-record' : 'discard-identity';
};
