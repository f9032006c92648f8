import { needsNote, tellNote } from './about-note.ts';
import { announces } from './announces.ts';

export const noteTaken = announces('NoteTaken', { needs: needsNote, announce: tellNote('note-added') });
