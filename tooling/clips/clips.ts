import { createHash } from 'node:crypto';
import { type CourseCode, courseCodes } from '#contract/schemas/courses.ts';
import { lessonTitles } from '#web/domains/videos/lesson-titles.ts';
import { createCues, renderWebVtt } from './captions/captions.ts';
import { bba } from './content/bba.ts';
import { cse } from './content/cse.ts';
import { ece } from './content/ece.ts';
import { eee } from './content/eee.ts';
import { eng } from './content/eng.ts';
import { his } from './content/his.ts';
import { mth } from './content/mth.ts';
import { pha } from './content/pha.ts';
import { phy } from './content/phy.ts';
import { psy } from './content/psy.ts';
import type { Clip, Lesson } from './lesson.ts';
import { slideOf } from './slides/slide.ts';
import { stillsOf } from './timing.ts';

const lessons: Record<CourseCode, readonly Lesson[]> = {
  CSE: cse,
  EEE: eee,
  BBA: bba,
  ECE: ece,
  PHA: pha,
  MTH: mth,
  PHY: phy,
  HIS: his,
  ENG: eng,
  PSY: psy,
};

/** Every clip of the product: five per course code. */
export const clips: readonly Clip[] = courseCodes.flatMap((code) =>
  lessons[code].map((lesson, index) => ({
    ...{ code, module: index + 1, lesson },
    title: lessonTitles[code][index] ?? '',
    next: lessonTitles[code][index + 1] ?? null,
  })),
);

/** Returns the file name of a clip without extension, such as `cse/1`. */
export const nameOf = ({ code, module }: Clip): string => `${code.toLowerCase()}/${module}`;

/** Returns the captions of a clip as a WebVTT file. */
export const captionFileOf = (clip: Clip): string => renderWebVtt(createCues(stillsOf(clip)));

/** Returns a digest of a clip's slides, times and captions. It changes with every text and style, but not with the encoder (`make/encode.ts`). */
export const digestOf = (clip: Clip): string => {
  const hash = createHash('sha256');
  for (const still of stillsOf(clip)) hash.update(`${still.from} ${still.to} ${slideOf(clip, still)}`);
  return hash.update(captionFileOf(clip)).digest('hex').slice(0, 16);
};
