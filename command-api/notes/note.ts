import { type NoteEvent, noteStream } from '#events/catalogue/note.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** A note as decisions see it; a removed one may come back as it was. `text` is null once its person is gone. */
export type NoteState =
  | { status: 'unknown' }
  | { status: 'kept' | 'removed'; userId: string; text: string | null };

const evolve = (state: NoteState, event: NoteEvent): NoteState => {
  if (state.status === 'unknown') {
    if (event.type !== 'NoteTaken') return state;
    return { status: 'kept', userId: event.data.userId, text: event.data.text };
  }
  switch (event.type) {
    case 'NoteEdited':
      return { ...state, text: event.data.text };
    case 'NoteRemoved':
      return { ...state, status: 'removed' };
    case 'NoteRestored':
      return { ...state, status: 'kept' };
    default:
      return state;
  }
};

export const noteAggregate: Aggregate<NoteState, NoteEvent> = {
  name: 'note',
  initial: { status: 'unknown' },
  evolve,
};

export const noteOf = (id: string): StreamRead<NoteState, NoteEvent> => ({
  stream: noteStream(id),
  aggregate: noteAggregate,
});
