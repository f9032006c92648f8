import type { DomainEvent } from '#events/catalogue/catalogue.ts';

/** What a pure `decide` on one stream gives: the events that shall be appended (none: nothing to do), and the answer. */
export type Decided<E extends DomainEvent, A> = { events: readonly E[]; answer: A };
