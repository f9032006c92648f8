/**
 * `npx node tooling/clips/make.ts [cse pha/3 …] [--all]` records clips into web/public/clips: the named ones; without names those
 * whose content or style has changed; with --all every clip. `made.json` stores the digest of the content of each recorded clip.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { launchBrowser } from '#e2e/support/browser/launch-browser.ts';
import { captionFileOf, clips, digestOf, nameOf } from './clips.ts';
import type { Clip } from './lesson.ts';
import { openClipRecorder } from './make/clip-recorder.ts';

export const clipsFolder = join(import.meta.dirname, '..', '..', 'web', 'public', 'clips');
const madeFile = join(import.meta.dirname, 'made.json');

/** The digest of the content that each clip was made from, by the clip's name. */
type Made = Record<string, string>;

/** Reads `made.json`. */
export const readMade = (): Made =>
  existsSync(madeFile) ? (JSON.parse(readFileSync(madeFile, 'utf8')) as Made) : {};

const shouldMake = (clip: Clip, names: readonly string[], made: Made, shouldMakeAll: boolean) => {
  const name = nameOf(clip);
  if (names.length > 0) return names.some((chosen) => name === chosen || name.startsWith(`${chosen}/`));
  return shouldMakeAll || made[name] !== digestOf(clip);
};

const make = async (args: readonly string[]) => {
  const made = readMade();
  const names = args.filter((arg) => !arg.startsWith('--'));
  const todo = clips.filter((clip) => shouldMake(clip, names, made, args.includes('--all')));
  if (todo.length === 0) return process.stdout.write('All clips are up to date.\n');
  const browser = await launchBrowser();
  try {
    const recorder = await openClipRecorder(browser);
    for (const clip of todo) {
      const name = nameOf(clip);
      const file = join(clipsFolder, name);
      mkdirSync(dirname(file), { recursive: true });
      const { webm, poster, seconds } = await recorder.record(clip);
      writeFileSync(`${file}.webm`, webm);
      writeFileSync(`${file}.webp`, poster);
      writeFileSync(`${file}.vtt`, captionFileOf(clip));
      made[name] = digestOf(clip);
      // In the order of the clips, and without clips that no longer exist.
      const recorded = Object.fromEntries(
        clips.map(nameOf).flatMap((clipName) => (made[clipName] ? [[clipName, made[clipName]]] : [])),
      );
      writeFileSync(madeFile, `${JSON.stringify(recorded, null, 2)}\n`);
      console.log(`${name}: ${seconds.toFixed(1)} s, ${Math.round(webm.length / 1_000)} KB  ${clip.title}`);
    }
  } finally {
    await browser.close();
  }
  return undefined;
};

if (import.meta.main) await make(process.argv.slice(2));
