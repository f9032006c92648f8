import type { OwnNow } from './now.ts';
import { pageStyle } from './page-style.ts';
import type { Detail, OwnEvent } from './told.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

const row = (name: string, text: string | null) =>
  text === null ? '' : `<div><dt>${escaped(name)}</dt><dd>${escaped(text)}</dd></div>\n`;

/** How this person's clock tells times. */
const clockOf = (timeZone: string) => {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  return {
    dayOf: (at: string) => day.format(new Date(at)),
    timeOf: (at: string) => time.format(new Date(at)),
    inWords: (at: string) => `${day.format(new Date(at))}, ${time.format(new Date(at))}`,
  };
};
type Clock = ReturnType<typeof clockOf>;

const places = (now: OwnNow, clock: Clock): string =>
  now.places
    .map(({ course, module, second, at }) =>
      row(course, `module ${module}, second ${second} (${clock.inWords(at)})`),
    )
    .join('');

const head = (now: OwnNow, madeAt: string, timeZone: string, clock: Clock): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>What Lyceum knows about you</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>What Lyceum knows about you</h1>
<p>Everything that the school held on ${escaped(now.name ?? 'you')} on ${clock.inWords(madeAt)}. Times are those of
${escaped(timeZone)}. The same stands, for programs, in <code>you.json</code> and <code>events.json</code> beside this page.</p>
</header>
<main>
<section aria-labelledby="now">
<h2 id="now">You, now</h2>
<dl>
${row('Name', now.name)}${row('E-mail', now.email)}${row('Picture', now.imageUrl)}${row('Role', now.userType)}${row('Role that you asked for', now.wishedType)}${row('Registered', clock.inWords(now.registeredAt))}${row('Your number here', now.id)}${row('Your key', now.keyMadeAt && `made ${clock.inWords(now.keyMadeAt)}; it encrypts what is personal, and is destroyed when your account is removed`)}${row('Announcements', now.announcementsSeen && `seen up to ${clock.inWords(now.announcementsSeen.at)}`)}${row('At this moment', now.connections === 0 ? 'no page of Lyceum is open' : 'a page of Lyceum is open')}${row('Lessons that are open', now.learning.length === 0 ? null : now.learning.join(', '))}</dl>
${now.places.length === 0 ? '' : `<h3>Where you stopped in the videos</h3>\n<dl>\n${places(now, clock)}</dl>\n`}</section>
<section aria-labelledby="all">
<h2 id="all">What happened, from the first to the last</h2>
`;

const foot = (
  events: number,
): string => `<p class="count">${events === 1 ? '1 event' : `${events.toLocaleString('en')} events`} in all.</p>
</section>
<section aria-labelledby="not">
<h2 id="not">What is not in here</h2>
<ul>
<li>Your password. The identity provider that signs you in keeps a digest of it, and when you signed in; the school does not.</li>
<li>What other people did, and who they are. Where somebody did something that concerns you, their role stands here; where
you did something that concerns somebody else, that you did it.</li>
<li>The answers that the school remembers for a month, so that nothing is done twice when a line breaks. They hold the
numbers of records, no words and no names.</li>
<li>Lines about the running of the services: which call was answered and how fast, without who made it.</li>
</ul>
</section>
</main>
</body>
</html>
`;

const detail = ({ name, text }: Detail) => `<div><dt>${escaped(name)}</dt><dd>${escaped(text)}</dd></div>`;

const item = (event: OwnEvent, clock: Clock): string =>
  `<li id="event-${event.position}"><time datetime="${event.at}">${clock.timeOf(event.at)}</time><div><p>${escaped(event.words)}</p>${
    event.details.length === 0 ? '' : `<dl>${event.details.map(detail).join('')}</dl>`
  }</div></li>\n`;

/**
 * The copy as a page to be read, piece by piece: one file that needs no other, no script and no line.
 * @param pages the events, in order.
 * @param madeAt ISO 8601.
 */
export async function* ownPage(
  now: OwnNow,
  pages: AsyncIterable<readonly OwnEvent[]>,
  { madeAt, timeZone }: { madeAt: string; timeZone: string },
): AsyncGenerator<string> {
  const clock = clockOf(timeZone);
  yield head(now, madeAt, timeZone, clock);
  let day = '';
  let count = 0;
  for await (const events of pages) {
    let piece = '';
    for (const event of events) {
      const on = clock.dayOf(event.at);
      if (on !== day) {
        piece += `${day === '' ? '' : '</ol>\n'}<h3>${on}</h3>\n<ol>\n`;
        day = on;
      }
      piece += item(event, clock);
    }
    count += events.length;
    yield piece;
  }
  yield `${day === '' ? '' : '</ol>\n'}${foot(count)}`;
}
