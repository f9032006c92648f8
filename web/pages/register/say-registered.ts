import { tell } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

/** How long the toast waits for the popup to be closed, in milliseconds. */
const patienceMs = 2_500;

/** A popup, then a toast that names the person: when the popup is closed, or when it stays open for a while. */
export const sayRegistered = async (name: string): Promise<void> => {
  const closed = tell({
    tone: 'success',
    title: 'Registration Successful!',
    text: 'Your account has been created successfully.',
  });
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  toast.success(`Registration successful! for ${name}`);
};
