import { escapeHtml } from '#platform/escape-html.ts';
import type { CurrentData } from './current-data.ts';
import { pageStyle } from './html-page-style.ts';
import type { Detail, OwnEvent } from './own-event.ts';

/**
 * Renders the data copy of a user as an HTML page, chunk by chunk. The page is a single file without scripts, and works offline.
 * @param pages the user's events in pages, oldest first.
 * @param options.madeAt ISO 8601.
 */
export async function* renderHtmlPage(
  current: CurrentData,
  pages: AsyncIterable<readonly OwnEvent[]>,
  { madeAt, timeZone }: { madeAt: string; timeZone: string },
): AsyncGenerator<string> {
  const formats = createTimeFormats(timeZone);
  yield renderStart(current, madeAt, timeZone, formats);
  let lastDay = '';
  let count = 0;
  for await (const events of pages) {
    let chunk = '';
    for (const event of events) {
      const day = formats.formatDay(event.at);
      if (day !== lastDay) {
        chunk += `${lastDay === '' ? '' : '</ol>\n'}<h3>${day}</h3>\n<ol>\n`;
        lastDay = day;
      }
      chunk += renderEvent(event, formats);
    }
    count += events.length;
    yield chunk;
  }
  yield `${lastDay === '' ? '' : '</ol>\n'}${renderEnd(count)}`;
}

/** Creates functions that format ISO 8601 times in a time zone. */
const createTimeFormats = (timeZone: string) => {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  return {
    formatDay: (at: string) => day.format(new Date(at)),
    formatTime: (at: string) => time.format(new Date(at)),
    formatDayAndTime: (at: string) => `${day.format(new Date(at))}, ${time.format(new Date(at))}`,
  };
};
type TimeFormats = ReturnType<typeof createTimeFormats>;

const renderStart = (
  current: CurrentData,
  madeAt: string,
  timeZone: string,
  formats: TimeFormats,
): string => `<!doctype html>
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
<p>Everything that the school stored about ${escapeHtml(current.name ?? 'you')} on ${formats.formatDayAndTime(madeAt)}. All times are in
the time zone ${escapeHtml(timeZone)}. For programs, the files <code>you.json</code> and <code>events.json</code> contain the same data.</p>
</header>
<main>
<section aria-labelledby="now">
<h2 id="now">Your account now</h2>
<dl>
${renderCurrentData(current, formats)}</dl>
${current.places.length === 0 ? '' : `<h3>Where you stopped in the videos</h3>\n<dl>\n${renderVideoPositions(current, formats)}</dl>\n`}</section>
<section aria-labelledby="all">
<h2 id="all">Everything that happened, oldest first</h2>
`;

const renderCurrentData = (current: CurrentData, formats: TimeFormats): string =>
  Object.entries({
    Name: current.name,
    'E-mail': current.email,
    Picture: current.imageUrl,
    Role: current.userType,
    'Requested role': current.wishedType,
    Registered: formats.formatDayAndTime(current.registeredAt),
    'Your id': current.id,
    'Your key':
      current.keyMadeAt &&
      `created ${formats.formatDayAndTime(current.keyMadeAt)}; it encrypts your personal data and is destroyed when your account is removed`,
    Announcements:
      current.announcementsSeen && `seen up to ${formats.formatDayAndTime(current.announcementsSeen.at)}`,
    'Notifications switched off': current.notifications?.switchedOff.join(', ') || null,
    'At this moment': current.connections === 0 ? 'Lyceum is not open' : 'Lyceum is open',
    'Open lessons': current.learning.length === 0 ? null : current.learning.join(', '),
  })
    .map(([name, text]) => renderRow(name, text))
    .join('');

const renderVideoPositions = ({ places }: CurrentData, formats: TimeFormats): string =>
  places
    .map(({ course, module, second, at }) =>
      renderRow(course, `module ${module}, second ${second} (${formats.formatDayAndTime(at)})`),
    )
    .join('');

const renderRow = (name: string, text: string | null) =>
  text === null ? '' : `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd></div>\n`;

const renderEvent = (event: OwnEvent, formats: TimeFormats): string =>
  `<li id="event-${event.position}"><time datetime="${event.at}">${formats.formatTime(event.at)}</time><div><p>${escapeHtml(event.words)}</p>${
    event.details.length === 0 ? '' : `<dl>${event.details.map(renderDetail).join('')}</dl>`
  }</div></li>\n`;

const renderDetail = ({ name, text }: Detail) =>
  `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd></div>`;

const renderEnd = (
  eventCount: number,
): string => `<p class="count">${eventCount === 1 ? '1 event' : `${eventCount.toLocaleString('en')} events`} in all.</p>
</section>
<section aria-labelledby="not">
<h2 id="not">What is not included</h2>
<ul>
<li>Your password. The identity provider that signs you in stores a hash of it and the times of your sign-ins. The school does not.</li>
<li>What other people did, and who they are. If other people did something that concerns you, you see their role only. If you
did something that concerns other people, you see only that you did it.</li>
<li>Responses that the school stores for a month, so that nothing is done twice after a lost connection. They contain ids of
records, but no texts and no names.</li>
<li>Technical logs of the services: which requests were answered and how fast. They contain the id of a user only for requests
that were refused.</li>
</ul>
</section>
</main>
</body>
</html>
`;
