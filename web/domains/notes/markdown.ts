/*
 * A parser for a small, safe subset of Markdown for notes: headings, paragraphs, flat lists, quotes, code, bold, italic and links. It
 * produces data that React renders as elements, so a note can never contain HTML. A library would also accept raw HTML, pictures and
 * tables, which we would have to switch off. Text that is not recognized stays as it was typed.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; content: readonly Inline[] }
  | { kind: 'link'; address: string; content: readonly Inline[] };

export type Block =
  | { kind: 'heading'; level: number; content: readonly Inline[] }
  | { kind: 'paragraph' | 'quote'; content: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: readonly (readonly Inline[])[] }
  | { kind: 'code'; text: string };

const allowedProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Returns the address of a link if it is absolute and harmless; null for anything else, for example `javascript:`. */
const toSafeAddress = (typed: string): string | null => {
  const url = /\s/.test(typed) ? null : URL.parse(typed);
  return url !== null && allowedProtocols.has(url.protocol) ? url.href : null;
};

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
/** The beginning and the end of a text count as spaces. */
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** A link may contain bold text, and bold text may contain italic text. Markers that are nested more deeply stay text. */
const maxDepth = 3;
/** The longer markers come first, because `**` also begins with `*`. */
const markers = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const;

/** `end` is the index after the text of the node. */
type Found = { node: Inline; end: number };

/** Finds bold or italic text that begins at an index. Within words the markers stay text, as in `snake_case` and `2*3*4`. */
const findMarked = (text: string, index: number, depth: number): Found | null => {
  if (isWordCharacter(text[index - 1])) return null;
  for (const [marker, kind] of markers) {
    if (!text.startsWith(marker, index) || isSpace(text[index + marker.length])) continue;
    const start = index + marker.length;
    const end = text.indexOf(marker, start + 1);
    if (end < 0 || isSpace(text[end - 1]) || isWordCharacter(text[end + marker.length])) continue;
    return {
      node: { kind, content: parseInline(text.slice(start, end), depth + 1) },
      end: end + marker.length,
    };
  }
  return null;
};

const findCode = (text: string, index: number): Found | null => {
  const end = text.indexOf('`', index + 1);
  return end <= index + 1 ? null : { node: { kind: 'code', text: text.slice(index + 1, end) }, end: end + 1 };
};

/** Finds `[text](address)` at an index. */
const findLink = (text: string, index: number, depth: number): Found | null => {
  const middle = text.indexOf('](', index);
  const end = middle < 0 ? -1 : text.indexOf(')', middle);
  if (end < 0 || middle === index + 1) return null;
  const label = text.slice(index + 1, middle);
  const address = label.includes('[') ? null : toSafeAddress(text.slice(middle + 2, end));
  if (address === null) return null;
  return { node: { kind: 'link', address, content: parseInline(label, depth + 1) }, end: end + 1 };
};

const findAt = (text: string, index: number, depth: number): Found | null => {
  switch (text[index]) {
    case '*':
    case '_':
      return findMarked(text, index, depth);
    case '`':
      return findCode(text, index);
    case '[':
      return findLink(text, index, depth);
    default:
      return null;
  }
};

const parseInline = (text: string, depth = 0): Inline[] => {
  const nodes: Inline[] = [];
  let plainStart = 0;
  const addPlain = (end: number) => {
    if (end > plainStart) nodes.push({ kind: 'text', text: text.slice(plainStart, end) });
  };
  for (let index = 0; index < text.length && depth < maxDepth; ) {
    const found = findAt(text, index, depth);
    if (found === null) {
      index += 1;
      continue;
    }
    addPlain(index);
    nodes.push(found.node);
    index = found.end;
    plainStart = found.end;
  }
  addPlain(text.length);
  return nodes;
};

const patterns = {
  heading: /^(#{1,3})\s+(\S.*)$/,
  bullet: /^\s{0,3}[-*+]\s+(\S.*)$/,
  number: /^\s{0,3}(\d{1,6})[.)]\s+(\S.*)$/,
  quote: /^>\s?(.*)$/,
  fence: /^```/,
} as const;

const startsBlock = (line: string): boolean =>
  line.trim() === '' || Object.values(patterns).some((pattern) => pattern.test(line));

/** Takes lines from the front while they match, and returns the given group of each match. */
const takeWhile = (lines: string[], pattern: RegExp, group = 1): string[] => {
  const taken: string[] = [];
  for (;;) {
    const match = lines[0] === undefined ? null : pattern.exec(lines[0]);
    if (match === null) return taken;
    taken.push(match[group] ?? '');
    lines.shift();
  }
};

const takeCode = (lines: string[]): Block => {
  lines.shift();
  const end = lines.findIndex((line) => patterns.fence.test(line));
  const code = lines.splice(0, end < 0 ? lines.length : end);
  lines.shift();
  return { kind: 'code', text: code.join('\n') };
};

/** Takes one block from the front of the lines. Each case takes at least one line. */
const takeBlock = (lines: string[]): Block => {
  const [line = ''] = lines;
  if (patterns.fence.test(line)) return takeCode(lines);
  const heading = patterns.heading.exec(line);
  if (heading) {
    lines.shift();
    const [, hashes = '', text = ''] = heading;
    return { kind: 'heading', level: hashes.length, content: parseInline(text) };
  }
  if (patterns.quote.test(line))
    return { kind: 'quote', content: parseInline(takeWhile(lines, patterns.quote).join('\n')) };
  if (patterns.bullet.test(line)) {
    const items = takeWhile(lines, patterns.bullet).map((item) => parseInline(item));
    return { kind: 'list', isOrdered: false, start: 1, items };
  }
  const start = patterns.number.exec(line)?.[1];
  if (start !== undefined) {
    const items = takeWhile(lines, patterns.number, 2).map((item) => parseInline(item));
    return { kind: 'list', isOrdered: true, start: Number(start), items };
  }
  const paragraph = [lines.shift() ?? ''];
  while (lines[0] !== undefined && !startsBlock(lines[0])) paragraph.push(lines.shift() ?? '');
  return { kind: 'paragraph', content: parseInline(paragraph.join('\n')) };
};

/** Parses the text of a note. At worst, the time is proportional to the length of the text times the length of its longest block. */
export const parseMarkdown = (text: string): Block[] => {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  while (lines.length > 0)
    if (lines[0]?.trim() === '') lines.shift();
    else blocks.push(takeBlock(lines));
  return blocks;
};
