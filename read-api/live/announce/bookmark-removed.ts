import { announces } from './announces.ts';
import { ownRemoved } from './own-removed.ts';

export const bookmarkRemoved = announces('BookmarkRemoved', ownRemoved('bookmark-removed'));
