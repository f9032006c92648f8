import { afterEach, expect, test, vi } from 'vitest';
import { cancelPopups, confirm, offerNextStep, showMessage } from './popup.ts';

afterEach(() => vi.unstubAllGlobals());

test('answers all waiting popups negatively when they are cancelled', async () => {
  vi.stubGlobal('document', { activeElement: null });
  const answers = [
    confirm(),
    offerNextStep({ tone: 'good', title: 'Done', button: 'Next' }),
    showMessage({ tone: 'info', title: 'Hello' }),
  ];
  cancelPopups();
  expect(await Promise.all(answers)).toEqual([false, false, undefined]);
});
