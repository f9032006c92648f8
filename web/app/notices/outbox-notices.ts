import { outboxNotices } from '../../client/outbox/browser-outbox.ts';
import type { OutboxNotice } from '../../client/outbox/outbox-messages.ts';
import { showMessage } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

const show = (notice: OutboxNotice): void => {
  if (notice.type === 'sent') {
    const [first] = notice.actions;
    if (notice.actions.length === 1 && first) toast.success(`Sent: ${first.words}`);
    else toast.success(`${notice.actions.length} changes were sent.`);
  } else if (notice.type === 'refused')
    void showMessage({
      tone: 'bad',
      title: 'Change not saved',
      text: `${notice.action.words}. ${notice.reason}`,
    });
  else if (notice.type === 'held')
    void showMessage({
      tone: 'warning',
      title: 'Your sign-in has ended',
      text:
        notice.count === 1
          ? '1 change has not been sent yet. Log in again in this browser before you close or reload this tab; otherwise the change is lost.'
          : `${notice.count} changes have not been sent yet. Log in again in this browser before you close or reload this tab; otherwise the changes are lost.`,
    });
  else
    void showMessage({
      tone: 'info',
      title: 'Unsaved changes expired',
      text: `These changes were not saved within 14 days and were discarded: ${listFormat.format(notice.actions.map(({ words }) => words))}.`,
    });
};

/**
 * From now on, shows the notices of the outbox to the user, for example that actions from before a reload were sent. Called once, before
 * `startOutbox`.
 */
export const showOutboxNotices = (): void => {
  outboxNotices.on(show);
};
