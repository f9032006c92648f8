import { type Bookmark, bookmark } from '#contract/bookmarks.ts';
import type { WaitingAct } from '../../client/outbox/waiting-act.ts';
import { pending, putBack, withoutBookmark } from './merge.ts';

export const addKind = 'bookmark';
export const removeKind = 'bookmark-removal';

const facts = bookmark.omit({ _id: true, bookmarkedAt: true });

/** The bookmark that an act makes, under the id that the server gave it or will give it. */
export const bookmarkOf = ({ body, madeAt }: WaitingAct, _id: string = pending): Bookmark | null => {
  const { data } = facts.safeParse(body);
  return data ? { ...data, _id, bookmarkedAt: new Date(madeAt).toISOString() } : null;
};

/** The bookmarks as they will be once the acts are answered: what a person does shows at once. */
export const withUnanswered = (
  list: readonly Bookmark[],
  acts: readonly WaitingAct[],
): readonly Bookmark[] => {
  let shown = list;
  for (const act of acts) {
    const added = act.kind === addKind ? bookmarkOf(act) : null;
    if (added) shown = putBack(shown, added);
    else if (act.kind === removeKind) shown = withoutBookmark(shown, act.about);
  }
  return shown;
};
