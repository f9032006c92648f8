/**
 * The progress of a registration. Its steps are: create the identity, create the user record, set the profile. The progress is kept,
 * so that a retry continues with the failed step. A retry from the start would fail, because the e-mail address is already in use.
 */
export type Progress = {
  /** E-mail and password of the created identity, or null. */
  identity: { email: string; password: string } | null;
  hasRecord: boolean;
  /** Whether the link that verifies the e-mail address of the identity was sent. */
  isVerificationSent: boolean;
};
export type Step =
  | 'create-identity'
  /** The e-mail or password in the form has changed, so the identity is deleted first. */
  | 'discard-identity'
  | 'create-record'
  | 'set-profile';

export const initialProgress: Progress = {
  identity: null,
  hasRecord: false,
  isVerificationSent: false,
};

export const getNextStep = (
  progress: Pick<Progress, 'identity' | 'hasRecord'>,
  form: { email: string; password: string },
): Step => {
  if (progress.hasRecord) return 'set-profile';
  if (progress.identity === null) return 'create-identity';
  const isUnchanged = progress.identity.email === form.email && progress.identity.password === form.password;
  return isUnchanged ? 'create-record' : 'discard-identity';
};
