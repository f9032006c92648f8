import { announces } from './announces.ts';
import { ownRemoved } from './own-removed.ts';

export const noteRemoved = announces('NoteRemoved', ownRemoved('note-removed'));
