import type { UserType } from '#contract/schemas/users.ts';
import type { SeededRandom } from '#platform/seeded-random.ts';
import type { Person, Target } from './target.ts';

/** The person behind a request. `userId` is null for visitors and for invalid tokens. */
export type Sender = {
  /** For the report: `Student`, `visitor`, `removed`, … */
  kind: string;
  userId: string | null;
  email: string | null;
  token: string | null;
};

/** How many people of each role send requests, and the relative frequency with which each of them is chosen. */
const cast: readonly { userType: UserType; count: number; weight: number }[] = [
  { userType: 'Student', count: 4, weight: 10 },
  { userType: 'Instructor', count: 2, weight: 5 },
  { userType: 'Admin', count: 3, weight: 4 },
];
const spareCount = 4;
/** The maximum number of people who keep sending requests after they were removed or given a different role. */
const maxFormer = 6;

/**
 * The people of an attack. Commands remove people and change roles, so others take their places after each round. People who
 * were removed or have a different role keep sending requests with their tokens.
 */
export class People {
  readonly #target: Target;
  readonly #random: SeededRandom;
  readonly #active: { userType: UserType; weight: number; person: Person }[] = [];
  /** Students whom Admins remove and promote. They send nothing. */
  #spares: Person[] = [];
  #former: { kind: string; person: Person }[] = [];
  #unregistered: Person[] = [];
  #invalidTokens: string[] = [];

  constructor(target: Target, random: SeededRandom) {
    this.#target = target;
    this.#random = random;
  }

  async registerAll(): Promise<void> {
    for (const { userType, count, weight } of cast)
      for (let index = 0; index < count; index += 1)
        this.#active.push({ userType, weight, person: await this.#target.register(userType) });
    await this.#addSpares();
    this.#unregistered = [await this.#target.createUnregistered()];
    const admin = this.#active.find(({ userType }) => userType === 'Admin');
    if (admin) this.#invalidTokens = this.#target.invalidTokens(admin.person);
  }

  /**
   * Replaces the people who were removed or have a different role now.
   * @param roleOf returns the current role of a user; null for removed users and for people who are not registered.
   */
  async replace(roleOf: (userId: string) => string | null): Promise<void> {
    for (const one of this.#active) {
      const role = roleOf(one.person.userId);
      if (role === one.userType) continue;
      const kind = role === null ? 'removed' : `former ${one.userType}`;
      this.#former = [...this.#former, { kind, person: one.person }].slice(-maxFormer);
      one.person = await this.#target.register(one.userType);
    }
    this.#spares = this.#spares.filter(({ userId }) => roleOf(userId) === 'Student');
    await this.#addSpares();
    // A person who has registered in the meantime is also replaced.
    if (this.#unregistered.some(({ userId }) => roleOf(userId) !== null))
      this.#unregistered = [await this.#target.createUnregistered()];
  }

  async #addSpares(): Promise<void> {
    while (this.#spares.length < spareCount) this.#spares.push(await this.#target.register('Student'));
  }

  /** Chooses the sender of the next request. */
  pickSender(): Sender {
    const random = this.#random;
    const choice = random.next();
    if (choice < 0.07) return { kind: 'visitor', userId: null, email: null, token: null };
    if (choice < 0.1 && this.#invalidTokens.length > 0)
      return { kind: 'invalid token', userId: null, email: null, token: random.pick(this.#invalidTokens) };
    if (choice < 0.12) return senderOf('unregistered', random.pick(this.#unregistered));
    if (choice < 0.17 && this.#former.length > 0) {
      const { kind, person } = random.pick(this.#former);
      return senderOf(kind, person);
    }
    const weighted = this.#active.flatMap((one) => Array<typeof one>(one.weight).fill(one));
    const { userType, person } = random.pick(weighted);
    return senderOf(userType, person);
  }

  /** Returns the people who send requests in this role. It ignores changes of roles and removals since the last call of `replace`. */
  all(userType: UserType): readonly Person[] {
    return this.#active.filter((one) => one.userType === userType).map(({ person }) => person);
  }

  /** Returns one of the people whom `all` returns. @throws Error if there is none. */
  first(userType: UserType): Person {
    const [person] = this.all(userType);
    if (!person) throw new Error(`Nobody has the role ${userType}.`);
    return person;
  }

  /** Students at whom most removals and role changes are directed, so that few active people are lost. */
  get spares(): readonly Person[] {
    return this.#spares;
  }

  /** Returns the e-mail address of one of these people, or one that nobody has. */
  pickEmail(): string {
    return this.#random.pick([
      ...this.#active.map(({ person }) => person.email),
      ...this.#spares.map(({ email }) => email),
      ...this.#former.map(({ person }) => person.email),
      'nobody@school.example',
    ]);
  }
}

const senderOf = (kind: string, { userId, email, token }: Person): Sender => ({ kind, userId, email, token });
