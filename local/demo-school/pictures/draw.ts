import type { CourseFields } from '#contract/schemas/courses.ts';
import { demoCourses } from '../courses.ts';
import * as engineering from './engineering.ts';
import * as humanities from './humanities.ts';
import { type Palette, palettes } from './palettes.ts';
import { drawPortrait, portraitCount } from './portraits.ts';
import * as sciences from './sciences.ts';
import { rect } from './shapes.ts';

/** The functions that draw the covers, by the slug of the course. */
const covers: Record<string, (palette: Palette) => string> = {
  'programs-and-how-to-think-of-them': engineering.programs,
  'data-structures-by-hand': engineering.dataStructures,
  'databases-that-remember': engineering.databases,
  'machines-that-learn': engineering.learning,
  'circuits-from-the-kitchen-table': engineering.circuits,
  'power-for-a-small-island': engineering.island,
  'motors-magnets-and-motion': engineering.motors,
  'signals-and-silence': engineering.signals,
  'chips-you-can-draw': engineering.chips,
  'how-medicines-work': sciences.medicines,
  'the-careful-pharmacist': sciences.pharmacist,
  'plants-that-heal-and-plants-that-do-not': sciences.plants,
  'calculus-with-a-pencil': sciences.calculus,
  'chance-and-judgement': sciences.chance,
  'shapes-that-cannot-be-seen': sciences.shapes,
  'physics-of-everyday-things': sciences.physics,
  'light-and-what-it-tells': sciences.light,
  'the-quantum-year': sciences.quantum,
  'the-honest-spreadsheet': humanities.spreadsheet,
  'selling-without-shouting': humanities.listening,
  'firms-of-five-people': humanities.firms,
  'history-from-below-deck': humanities.ship,
  'cities-and-their-walls': humanities.city,
  'plain-english': humanities.english,
  'novels-and-the-people-in-them': humanities.novels,
  'letters-across-languages': humanities.letters,
  'memory-a-users-guide': humanities.memory,
  'minds-in-company': humanities.company,
};

/** Draws the cover of a course, 640 × 360. @throws Error for a course without a drawing. */
const drawCover = (course: Pick<CourseFields, 'course_code' | 'course_name'> & { slug: string }): string => {
  const draw = covers[course.slug];
  if (!draw)
    throw new Error(`There is no picture for ${course.slug}: draw one in local/demo-school/pictures.`);
  const palette = palettes[course.course_code];
  const ground = rect(0, 0, 640, 360, palette.ground);
  const title = `<title>${course.course_name.replaceAll('&', '&amp;')}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360">${title}${ground}${draw(palette)}</svg>\n`;
};

/** Draws all pictures of the demo school. @returns their SVG by their path below `web/public/`. */
export const drawAll = (): ReadonlyMap<string, string> =>
  new Map([
    ...demoCourses.map((course) => [`courses/${course.slug}.svg`, drawCover(course)] as const),
    ...Array.from(
      { length: portraitCount },
      (_, index) => [`people/portrait-${index + 1}.svg`, drawPortrait(index)] as const,
    ),
  ]);
