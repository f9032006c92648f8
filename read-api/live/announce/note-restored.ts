import { needsNote, tellNote } from './about-note.ts';
import { announces } from './announces.ts';

export const noteRestored = announces('NoteRestored', { needs: needsNote, announce: tellNote('note-added') });
