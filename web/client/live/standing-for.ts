import { subjectOf } from '../api/token.ts';

/** How the server took it: `refused` may mean a token that has just run out; `unheard`: no answer came in time. */
export type Taken = 'taken' | 'refused' | 'unheard';

type World = {
  /** Who is signed in by now and what they are; `uid` null: a visitor. Null while nobody can say (a sign-in or logout is under way). */
  person: () => { uid: string | null; role: string } | null;
  /** Their token, null for a visitor, or when it did not come in time. @param fresh a new one of the identity provider's. */
  token: (fresh: boolean) => Promise<string | null>;
  isConnected: () => boolean;
  /** Tells the server who sits here now. */
  say: (token: string | null) => Promise<Taken>;
  /** Opens the line anew, which says it too. */
  reopen: () => void;
};

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

const uidIn = (token: string | null) => (token === null ? null : subjectOf(token));

/**
 * Has one socket stand for who is signed in at this tab, whoever that is by now: over logins and logouts, tokens that run
 * out, and an identity provider that cannot be reached for a while. Until it has worked it is tried again, later each
 * time: a socket that went on as a visitor's would look alive and bring its person nothing.
 */
export const standingFor = (world: World) => {
  /** Who the server was told of; what it was told may be nobody, for want of a token. */
  let said: { uid: string | null; role: string } = { uid: null, role: '' };
  /** For whom the server takes the socket, as far as can be known. */
  let stands: string | null = null;
  let isSettled = true;
  let failures = 0;
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tokenOrNone = (fresh: boolean) => world.token(fresh).catch(() => null);

  const tryLater = () => {
    isSettled = false;
    const pause = Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
    failures += 1;
    timer = setTimeout(() => void introduce(false), pause);
  };

  /** Null: it is another's turn by now, or the line is opened anew. */
  const tell = async (token: string | null, mine: number): Promise<Exclude<Taken, 'unheard'> | null> => {
    const taken = await world.say(token);
    if (mine !== latest) return null;
    if (taken === 'taken') stands = uidIn(token);
    if (taken !== 'unheard') return taken;
    // A line that is gone is opened anew by itself.
    if (world.isConnected()) world.reopen();
    return null;
  };

  const introduce = async (fresh: boolean): Promise<void> => {
    const mine = ++latest;
    clearTimeout(timer);
    isSettled = false;
    const person = world.person();
    if (person === null || !world.isConnected()) return;
    said = person;
    const token = person.uid === null ? null : await tokenOrNone(fresh);
    if (mine !== latest) return;
    // The server takes it for nobody's, or knows them already: that it is nobody would only make it forget.
    const saysNothing = token === null && (stands === null || stands === person.uid);
    if (saysNothing && person.uid !== null) return tryLater();
    const taken = await tell(token, mine);
    if (taken === null) return;
    if (taken === 'refused') {
      // The token may just have run out.
      if (token !== null && !fresh) return introduce(true);
      // Nobody else's messages may come here meanwhile.
      if (stands !== null && stands !== person.uid && (await tell(null, mine)) === null) return;
    }
    if (stands !== person.uid || taken === 'refused') return tryLater();
    isSettled = true;
    failures = 0;
  };

  /** Says it where the server was told something else, or nothing that it took. */
  const look = (): void => {
    const person = world.person();
    if (person === null) return;
    if (person.uid === said.uid && person.role === said.role && isSettled) return;
    if (person.uid !== said.uid) failures = 0;
    void introduce(false);
  };

  return {
    /** What a new connection says: a token, null for a visitor. */
    handshake: async (): Promise<string | null> => {
      const mine = ++latest;
      clearTimeout(timer);
      const token = await tokenOrNone(false);
      stands = uidIn(token);
      if (mine !== latest) return token;
      said = world.person() ?? { uid: null, role: '' };
      isSettled = stands === said.uid;
      return token;
    },
    /** The line is open, or somebody else may be there. */
    look,
    /** The server asks for a new token. */
    again: (): void => void introduce(true),
  };
};
