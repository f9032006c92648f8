import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import type { StoredEvent } from '../target.ts';
import type { Exchange, Policies } from './answers.ts';
import { eventRules } from './event-rules.ts';
import type { Finding } from './finding.ts';
import { Roles } from './roles.ts';

/** Types of events that are recorded before it is known whether the request succeeds. */
const recordedBeforeAnswer: ReadonlySet<string> = new Set(['PersonalDataRead', 'UserEmailChanged']);
/** How many unanswered requests are remembered, because their events may be written later. */
const maxUnanswered = 1_000;

/**
 * Follows the log and compares each event with what its actor was permitted to do at that time, and with the request that
 * caused it. It learns roles, teachers and withdrawals from the events, never from answers.
 */
export class EventCheck {
  readonly roles = new Roles();
  readonly #teachers = new Map<string, string | null>();
  /** The streams of messages to selected students. */
  readonly #studentMessages = new Set<string>();
  /** The users who last withdrew announcements, by the stream of the announcement. */
  readonly #withdrawers = new Map<string, string | null>();
  readonly #policies: Policies;
  #unanswered: Exchange[] = [];
  /** The position of the last event that was checked or skipped. */
  position = 0;

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  /** Folds events without checking them: those from before the attack, and those of its own set-up. */
  skip(events: readonly StoredEvent[]): void {
    for (const event of events) this.#fold(event);
  }

  /**
   * Checks events and folds them.
   * @param events those after `position`.
   * @param exchanges the requests of the round whose answers had a request id, by this id.
   * @param unanswered the requests since the last call that got no answer with a request id.
   */
  check(
    events: readonly StoredEvent[],
    exchanges: ReadonlyMap<string, Exchange>,
    unanswered: readonly Exchange[] = [],
  ): Finding[] {
    this.#unanswered = [...this.#unanswered, ...unanswered].slice(-maxUnanswered);
    const findings: Finding[] = [];
    for (const command of groupByCommand(events)) {
      const exchange = exchanges.get(command[0]?.correlationId ?? '') ?? this.#takeUnanswered(command);
      // All events of a command are decided with the role that its actor had before it.
      for (const event of command) findings.push(...this.#checkEvent(event, command, exchange));
      for (const event of command) this.#fold(event);
    }
    return findings;
  }

  /**
   * Returns the request that probably caused a command: one of the command's actor that got no answer with a request id.
   * Each request is returned for one command only.
   */
  #takeUnanswered(command: readonly StoredEvent[]): Exchange | undefined {
    const actorId = command[0]?.actor?.id;
    const exchange = this.#unanswered.find(({ request }) => request.sender.userId === actorId);
    this.#unanswered = this.#unanswered.filter((one) => one !== exchange);
    return exchange;
  }

  #checkEvent(
    event: StoredEvent,
    command: readonly StoredEvent[],
    exchange: Exchange | undefined,
  ): Finding[] {
    const createFinding = (check: Finding['check'], description: string): Finding => ({
      check,
      description: `${event.type} at ${event.position}: ${description}`,
      request: exchange?.request.index ?? null,
    });
    const { actor } = event;
    if (actor === null) return [createFinding('event without permission', 'it has no actor')];
    if (!exchange) return [createFinding('event without request', 'no answer has its request id')];
    const { request, outcome } = exchange;
    const findings: Finding[] = [];
    if (request.sender.userId !== actor.id)
      findings.push(
        createFinding('event without permission', `its actor did not send ${request.method} ${request.path}`),
      );
    const isRefused = outcome.status !== 0 && (outcome.status < 200 || outcome.status > 299);
    if (isRefused && !recordedBeforeAnswer.has(event.type))
      findings.push(createFinding('event without request', `its request was answered ${outcome.status}`));
    const role = this.roles.current(actor.id);
    const isRegistration = command.some(({ type }) => type === 'UserRegistered');
    if (role !== actor.role && !isRegistration)
      findings.push(
        createFinding('event without permission', `it says ${actor.role}, but the log says ${role}`),
      );
    const rule = eventRules[event.type as DomainEventType];
    const context = {
      ...{ event, actor, eventsOfCommand: command, policies: this.#policies },
      teacherOf: (courseId: string) => this.#teachers.get(courseId) ?? null,
      isStudentMessage: this.#studentMessages.has(event.stream),
      withdrawnBy: this.#withdrawers.get(event.stream) ?? null,
    };
    if (!rule?.(context))
      findings.push(createFinding('event without permission', `${actor.role} was not permitted to cause it`));
    return findings;
  }

  #fold({ position, stream, type, data, actor }: StoredEvent): void {
    this.position = position;
    const userId = stream.replace(/^user-/, '');
    if (type === 'UserRegistered') this.roles.set(userId, position, String(data.userType));
    if (type === 'UserRoleChanged') this.roles.set(userId, position, String(data.to));
    if (type === 'UserRemoved') this.roles.set(userId, position, null);
    if (type === 'StudentMessagePosted') this.#studentMessages.add(stream);
    if (type === 'AnnouncementWithdrawn') this.#withdrawers.set(stream, actor?.id ?? null);
    const fields = type === 'CourseAdded' ? data : type === 'CourseEdited' ? data.changes : undefined;
    if (typeof fields === 'object' && fields !== null && 'instructorId' in fields)
      this.#teachers.set(
        stream.slice('course-'.length),
        typeof fields.instructorId === 'string' ? fields.instructorId : null,
      );
  }
}

/** Groups events by their command. The events of one command are consecutive. */
const groupByCommand = (events: readonly StoredEvent[]): StoredEvent[][] => {
  const commands: StoredEvent[][] = [];
  for (const event of events) {
    const last = commands.at(-1);
    if (last?.[0]?.commandId === event.commandId) last.push(event);
    else commands.push([event]);
  }
  return commands;
};
