import { toast as sonner } from 'sonner';
import { expect, test } from 'vitest';
import { toast } from './toast.ts';

const durationOf = (id: string | number) => sonner.getHistory().find((shown) => shown.id === id);

test('shows a success for two seconds, other messages for four and a loading toast until it is dismissed', () => {
  expect(durationOf(toast.success('Done'))).toMatchObject({ duration: 2_000 });
  expect(durationOf(toast.error('Not done'))).toMatchObject({ duration: 4_000 });
  expect(durationOf(toast.blank('By the way'))).toMatchObject({ duration: 4_000 });
  expect(durationOf(toast.loading('Doing'))).toMatchObject({ duration: Number.POSITIVE_INFINITY });
});

test('shows a toast with a button for ten seconds', () => {
  const action = { label: 'Undo', onClick: () => undefined };
  expect(durationOf(toast.blank('Removed', { action }))).toMatchObject({ duration: 10_000 });
});
