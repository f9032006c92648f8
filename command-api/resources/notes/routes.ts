import { endpoints } from '#contract/endpoints.ts';
import { noteIdOf } from '#platform/identity/record-ids.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import { noteById } from '../../aggregates/note.ts';
import { requireOwnEmail } from '../../authorization.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import type { CountNotes } from '../../read-table-lookups/count-notes.ts';
import { resolveEnrolment } from '../enrolments/resolve-enrolment.ts';
import { editNote, removeNote, restoreNote, takeNote } from './decide.ts';

const noteInPath = ({ params }: { params: { id: string } }) => ({ note: noteById(params.id) });

export const createNoteHandlers = (countNotes: CountNotes): readonly CommandHandler[] => [
  createCommandHandler(endpoints.takeNote, {
    resolve: async ({ identity: { userId }, body }, executor) => {
      const [enrolment, usage] = await Promise.all([
        resolveEnrolment(executor, { userId, id: body.courseId }),
        countNotes(userId),
      ]);
      return { ...enrolment, usage };
    },
    writes: ({ identity, key }) => ({
      note: { ...noteById(noteIdOf(identity.userId, key)), isExpectedNew: true },
    }),
    reads: (_, { enrolmentId }) => ({ enrolment: enrolmentById(enrolmentId) }),
    decide: ({ ownEmails, actor, body, key }, states, { enrolmentId, courseCalledBy, usage }) => {
      requireOwnEmail(ownEmails, body.userEmail);
      const { notes: text, module = null, second = null } = body;
      const id = noteIdOf(actor.id, key);
      const command = { id, actor, enrolmentId, courseCalledBy, text, module, second, usage };
      return takeNote(command, states);
    },
  }),
  createCommandHandler(endpoints.editNote, {
    resolve: ({ identity }) => countNotes(identity.userId),
    writes: noteInPath,
    decide: ({ actor, body }, { note }, usage) => editNote({ actor, text: body.notes, usage }, note),
  }),
  createCommandHandler(endpoints.removeNote, {
    writes: noteInPath,
    decide: ({ actor }, { note }) => removeNote(actor, note),
  }),
  createCommandHandler(endpoints.restoreNote, {
    resolve: ({ identity }) => countNotes(identity.userId),
    writes: noteInPath,
    decide: ({ actor }, { note }, usage) => restoreNote({ actor, usage }, note),
  }),
];
