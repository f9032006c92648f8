import { calls } from '#contract/calls.ts';
import { enrolmentIdOf, noteIdOf } from '#platform/identity/ids.ts';
import { requireOwnEmail } from '../actor/own.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import { editNote, removeNote, restoreNote, takeNote } from './decide.ts';
import { noteOf } from './note.ts';
import type { Stock, TakeStock } from './stock.ts';

/** A command that is decided on the stock that was taken before: the decision itself is pure. */
const withStock = (takeStock: TakeStock, command: (stock: Stock) => CommandCall): CommandCall => ({
  ...command({ count: 0, characters: 0 }),
  run: async (executor, given, act) =>
    command(await takeStock(given.identity.userId)).run(executor, given, act),
});

const take = (stock: Stock) =>
  permittedCommand(
    calls.takeNote,
    // The id that is sent may be the enrolment's or the course's: both streams are looked at.
    ({ identity, body, key }) => ({
      note: { ...noteOf(noteIdOf(identity.userId, key)), expectNew: true },
      enrolment: { ...enrolmentOf(body.courseId), readOnly: true },
      ofCourse: { ...enrolmentOf(enrolmentIdOf(identity.userId, body.courseId)), readOnly: true },
    }),
    ({ identity, actor, body, key }, { note, enrolment, ofCourse }) => {
      requireOwnEmail(identity, body.userEmail);
      const byEnrolment = enrolment.status !== 'unknown';
      const { events, answer } = takeNote(
        {
          id: noteIdOf(actor.id, key),
          actor,
          enrolmentId: byEnrolment ? body.courseId : enrolmentIdOf(actor.id, body.courseId),
          courseCalledBy: byEnrolment ? 'enrolment' : 'course',
          text: body.notes,
          module: body.module ?? null,
          second: body.second ?? null,
          stock,
        },
        { note, enrolment: byEnrolment ? enrolment : ofCourse },
      );
      return { events: { note: events }, answer };
    },
  );

const edit = (stock: Stock) =>
  permittedCommand(
    calls.editNote,
    ({ params }) => ({ note: noteOf(params.id) }),
    ({ actor, body }, { note }) => {
      const { events, answer } = editNote({ actor, text: body.notes, stock }, note);
      return { events: { note: events }, answer };
    },
  );

const remove = permittedCommand(
  calls.removeNote,
  ({ params }) => ({ note: noteOf(params.id) }),
  ({ actor }, { note }) => {
    const { events, answer } = removeNote(actor, note);
    return { events: { note: events }, answer };
  },
);

const restore = (stock: Stock) =>
  permittedCommand(
    calls.restoreNote,
    ({ params }) => ({ note: noteOf(params.id) }),
    ({ actor }, { note }) => {
      const { events, answer } = restoreNote({ actor, stock }, note);
      return { events: { note: events }, answer };
    },
  );

export const noteCommands = (takeStock: TakeStock): readonly CommandCall[] => [
  withStock(takeStock, take),
  withStock(takeStock, edit),
  remove,
  withStock(takeStock, restore),
];
