import { useEffect } from 'react';
import type { News } from '../../client/outbox/news.ts';
import { onOutboxNews } from '../../client/outbox/own-outbox.ts';
import { tell } from '../../ui/popup.ts';
import { toast } from '../../ui/toast.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const say = (news: News): void => {
  if (news.is === 'sent') {
    const [first] = news.acts;
    if (news.acts.length === 1 && first) toast.success(`Sent: ${first.words}`);
    else toast.success(`${news.acts.length} things that waited were sent.`);
  } else if (news.is === 'refused')
    void tell({ tone: 'error', title: 'Not done', text: `${news.act.words}. ${news.sentence}` });
  else
    void tell({
      tone: 'information',
      title: 'No longer waiting',
      text: `What could not be sent for 14 days is dropped: ${list.format(news.acts.map(({ words }) => words))}.`,
    });
};

/** Tells a person what became of acts that no page waits for any more: they were done before a reload. */
export const OutboxNotices = () => {
  useEffect(() => onOutboxNews(say), []);
  return null;
};
