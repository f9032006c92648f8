import { type NoteEvent, noteStream } from '#events/catalogue/streams/note.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** A removed note may be restored as it was. `text` is null if the student's key was destroyed. */
export type NoteState =
  | { status: 'unknown' }
  | { status: 'present' | 'removed'; userId: string; text: string | null };

const evolve = (state: NoteState, event: NoteEvent): NoteState => {
  if (state.status === 'unknown') {
    if (event.type !== 'NoteTaken') return state;
    return { status: 'present', userId: event.data.userId, text: event.data.text };
  }
  switch (event.type) {
    case 'NoteEdited':
      return { ...state, text: event.data.text };
    case 'NoteRemoved':
      return { ...state, status: 'removed' };
    case 'NoteRestored':
      return { ...state, status: 'present' };
    default:
      return state;
  }
};

export const noteAggregate: Aggregate<NoteState, NoteEvent> = {
  name: 'note',
  initial: { status: 'unknown' },
  evolve,
};

export const noteById = (id: string): StreamRead<NoteState, NoteEvent> => ({
  stream: noteStream(id),
  aggregate: noteAggregate,
});
