import { needsNote, tellNote } from './about-note.ts';
import { announces } from './announces.ts';

export const noteEdited = announces('NoteEdited', { needs: needsNote, announce: tellNote('note-changed') });
