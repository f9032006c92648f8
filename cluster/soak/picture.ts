import type { Disturbance } from './disturbances.ts';
import type { Series } from './measure/growth.ts';

/** A diagram of the picture. */
export type Panel = { title: string; series: readonly Series[] };

const columns = 2;
const width = 560;
const height = 240;
const margin = { left: 56, right: 12, top: 34, bottom: 26 };
const colours = ['#3b5bdb', '#e8590c', '#2b8a3e', '#9c36b5', '#c2255c', '#0b7285', '#5c940d', '#495057'];

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns a round number that is at least as large as the value. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return (
    [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((round) => round >= value) ?? value
  );
};

/** Names of processes end with their process id. All runs of a process have the same colour. */
const nameWithoutPid = (name: string) => name.replace(/ \(\d+\)$/, '');

const drawPanel = (
  { title, series }: Panel,
  disturbances: readonly Disturbance[],
  totalSeconds: number,
): string => {
  const highest = roundUp(Math.max(1, ...series.flatMap(({ points }) => points.map(({ value }) => value))));
  const x = (seconds: number) =>
    margin.left + (seconds / totalSeconds) * (width - margin.left - margin.right);
  const y = (value: number) =>
    height - margin.bottom - (value / highest) * (height - margin.top - margin.bottom);
  const names = [...new Set(series.map(({ name }) => nameWithoutPid(name)))];
  const colourOf = (name: string) => colours[names.indexOf(nameWithoutPid(name)) % colours.length];
  const lines = series.map(({ name, points }) => {
    const path = points.map(({ seconds, value }) => `${x(seconds).toFixed(1)},${y(value).toFixed(1)}`);
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colourOf(name)}" stroke-width="1.2"/>`;
  });
  const marks = disturbances.map(
    ({ seconds, title: disturbanceTitle }) =>
      `<line x1="${x(seconds).toFixed(1)}" x2="${x(seconds).toFixed(1)}" y1="${margin.top}" y2="${height - margin.bottom}" stroke="#adb5bd" stroke-width="0.6"><title>${escapeXml(disturbanceTitle)}</title></line>`,
  );
  const ticks = [0, 0.5, 1].map(
    (share) =>
      `<text x="${margin.left - 6}" y="${(y(share * highest) + 4).toFixed(1)}" text-anchor="end">${share * highest}</text>`,
  );
  const minutes = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${x(share * totalSeconds).toFixed(1)}" y="${height - 8}" text-anchor="${share === 1 ? 'end' : 'middle'}">${Math.round((share * totalSeconds) / 60)} min</text>`,
  );
  // With more names than colours, a legend would be ambiguous.
  const legend = names.length > colours.length ? [] : names;
  const keys = legend.map(
    (name, index) =>
      `<tspan fill="${colours[index % colours.length]}" dx="${index === 0 ? 0 : 8}">${escapeXml(name)}</tspan>`,
  );
  return [
    `<text x="${margin.left}" y="14" font-weight="600">${escapeXml(title)}</text>`,
    `<text x="${margin.left}" y="28">${keys.join('')}</text>`,
    `<rect x="${margin.left}" y="${margin.top}" width="${width - margin.left - margin.right}" height="${height - margin.top - margin.bottom}" fill="none" stroke="#ced4da"/>`,
    ...[...marks, ...ticks, ...minutes, ...lines],
  ].join('\n');
};

/** Draws panels over the time of the soak as SVG. Thin vertical lines show disturbances. */
export const drawPicture = (
  panels: readonly Panel[],
  disturbances: readonly Disturbance[],
  totalSeconds: number,
): string => {
  const rows = Math.ceil(panels.length / columns);
  const drawn = panels.map(
    (panel, index) =>
      `<g transform="translate(${(index % columns) * width} ${Math.floor(index / columns) * height})">\n${drawPanel(panel, disturbances, totalSeconds)}\n</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${rows * height}" font-family="sans-serif" font-size="11" fill="#343a40"><title>The measurements of a soak over time</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...drawn,
    '</svg>\n',
  ].join('\n');
};
