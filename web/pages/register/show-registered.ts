import { showMessage } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

/** The toast appears when the popup is closed, at the latest after this time. */
const popupTimeoutMs = 2_500;

/** Asks the person to open the link in the e-mail before the first login. */
export const showVerificationSent = (email: string): Promise<unknown> =>
  showMessage({
    tone: 'info',
    title: 'Verify your e-mail address',
    text: `We sent a link to ${email}. Open it, and then log in: your account is created at your first login.`,
  });

/** Shows the popup and then the toast that the specification requires. */
export const showRegistered = async (name: string): Promise<void> => {
  const closed = showMessage({
    tone: 'good',
    title: 'Registration Successful!',
    text: 'Your account has been created successfully.',
  });
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, popupTimeoutMs))]);
  toast.success(`Registration successful! for ${name}`);
};
