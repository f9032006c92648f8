/**
 * Refuses words and phrases that CONTRIBUTING.md rules out, in comments, texts, test titles, names and documents:
 * `npx node tooling/prose-check.ts`. It is part of `npm run lint`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A pattern and what to write instead. */
type ProseRule = { pattern: RegExp; instead: string };

/** The start of a sentence in a comment, a text or a document. */
const start = String.raw`(^|[.:;] |['"\`>(]|(//|\*) )`;

const proseRules: readonly ProseRule[] = [
  {
    pattern: new RegExp(
      `${start}Who (asks|comes|does|gets|goes|has|is|leaves|reads|wants|was|writes)\\b(?!.*\\?)`,
    ),
    instead: 'the person or thing: "A client that is …"',
  },
  { pattern: /\bwhoever\b/i, instead: 'the person: "every user who …"' },
  { pattern: /\b(for|of|to|from|by) who\b(?! (is|can|may) )/i, instead: 'the person: "for users who …"' },
  { pattern: new RegExp(`${start}Whatever `), instead: 'the thing: "Any request that …"' },
  { pattern: /\bof (its|their|his|her) own accord\b/i, instead: '"automatically"' },
  { pattern: /\bbesides\b/i, instead: '"also", "in addition to" or a precise name' },
  { pattern: /\bwhose turn\b/i, instead: '"the next …"' },
  {
    pattern: /\b(the|a|no|lost) line (is|was|goes|comes|breaks|back|away|cut|gone|went|came)\b/i,
    instead: '"connection"',
  },
  { pattern: /\b(without|cut|mends?|mended) (a|the|its) line\b/i, instead: '"offline" or "connection"' },
  {
    pattern: /\b(is|are|was|were|be|been) told (of|so|that|about|by)\b/i,
    instead: '"is notified", "sees" or "receives"',
  },
  { pattern: /\b(do|does) not get on\b|\bhow .* fares\b/i, instead: 'the plain fact' },
  { pattern: /\b(as it|what) stands\b|\bstands still\b/i, instead: '"is" or "contains"' },
  { pattern: /\b(is|are) no good\b/i, instead: '"is invalid"' },
  { pattern: /\bhears? of (it|them)\b|\bheard of (it|them)\b/i, instead: '"is notified"' },
  {
    pattern: /\b(type|interface|class) (Place|Surroundings|World|Stock|Desk|Seat|Way|Misfit)\b/,
    instead: 'a precise name',
  },
];

const listsThePhrases = (file: string) =>
  /^(tooling\/prose-check|CONTRIBUTING\.md|docs\/glossary\.md)/.test(file);

const listFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|js|mjs|md|css|html|yml)$/.test(file) && existsSync(file))
    .filter((file) => !listsThePhrases(file));

/** Returns the first ruled-out phrase in the line with what to write instead, or null if there is none. */
export const checkLine = (line: string): string | null => {
  const rule = proseRules.find(({ pattern }) => pattern.test(line));
  return rule ? `"${rule.pattern.exec(line)?.[0].trim()}": write ${rule.instead}` : null;
};

if (import.meta.main) {
  const findings = listFiles().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const finding = checkLine(line);
        return finding === null ? [] : [`${file}:${index + 1}: ${finding}`];
      }),
  );
  for (const finding of findings) process.stderr.write(`${finding}\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
