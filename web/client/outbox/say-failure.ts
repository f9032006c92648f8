import { isDropped } from './news.ts';
import { toast } from '../../ui/toast.ts';

/** Says why an act was not done; of one that its person dropped while it waited, nothing. */
export const sayFailure = (error: Error): void => {
  if (!isDropped(error)) toast.error(error.message);
};
