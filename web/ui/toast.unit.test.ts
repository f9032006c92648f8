import { toast as sonner } from 'sonner';
import { expect, test } from 'vitest';
import { closeToaster, connectToaster, isToasterNeeded, toast } from './toast.ts';

const findToast = (id: string | number) => sonner.getHistory().find((entry) => entry.id === id);

test('shows toasts that were requested before the component was loaded, but not those with a duration that waited when it could not be loaded', () => {
  toast.success('Nobody could see this.');
  toast.dismiss(toast.loading('Nor this.'));
  const first = toast.loading('Doing');
  expect(isToasterNeeded()).toBe(true);
  closeToaster();
  expect(isToasterNeeded()).toBe(false);
  const second = toast.success('Done');
  expect(isToasterNeeded()).toBe(true);
  expect(findToast(first)).toBeUndefined();
  connectToaster(sonner);
  const shown = sonner.getHistory().map(({ id }) => id);
  expect(shown.toSorted()).toEqual([first, second].toSorted());
});

test('shows a success for two seconds, an error or a neutral text for four, and a loading toast until it is dismissed', () => {
  expect(findToast(toast.success('Done'))).toMatchObject({ duration: 2_000 });
  expect(findToast(toast.error('Not done'))).toMatchObject({ duration: 4_000 });
  expect(findToast(toast.neutral('By the way'))).toMatchObject({ duration: 4_000 });
  expect(findToast(toast.loading('Doing'))).toMatchObject({ duration: Number.POSITIVE_INFINITY });
});

test('shows a toast with a button for ten seconds', () => {
  const action = { label: 'Undo', onClick: () => undefined };
  expect(findToast(toast.neutral('Removed', { action }))).toMatchObject({ duration: 10_000 });
});
