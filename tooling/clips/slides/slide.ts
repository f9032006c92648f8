import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { codeColours } from '#web/domains/courses/components/code-colours.ts';
import { escapeMarkup } from '../escape-markup.ts';
import type { Clip } from '../lesson.ts';
import type { Still } from '../timing.ts';
import { motifs } from './motifs.ts';
import { style } from './style.ts';

const mark = `<div class="mark"><svg viewBox="0 0 32 32"><path d="M6 13.5 16 7l10 6.5z" fill="#fff"/><path d="M9 16h2.6v7H9zm5.7 0h2.6v7h-2.6zm5.7 0H23v7h-2.6zM7 24.5h18V26H7z" fill="#fff"/></svg>Lyceum</div>`;

const cover = (text: string, behind = '') =>
  `<div class="slide cover">${behind}${mark}<div class="text">${text}</div></div>`;

const titleCard = (clip: Clip) =>
  cover(
    `<p class="of"><b>${clip.code}</b>Module ${clip.module} of ${modulesPerCourse}</p><h1>${escapeMarkup(clip.title)}</h1><div class="rule"></div>`,
    `<svg class="motif" viewBox="0 0 600 720">${motifs[clip.code]}</svg>`,
  );

const closingCard = (clip: Clip) =>
  cover(
    `<p class="of">In one sentence</p><p class="gist">${escapeMarkup(clip.lesson.gist)}</p><p class="next">${
      clip.next === null ? 'That was the last module.' : `Next: ${escapeMarkup(clip.next)}`
    }</p>`,
  );

/** Hides the parts of a diagram that do not belong to this number of points. */
const diagramWith = (diagram: string, points: number) =>
  diagram.replace(/<g data-from="(\d)"(?: data-to="(\d)")?>/g, (_, from: string, to?: string) =>
    points >= Number(from) && points <= Number(to ?? 9) ? '<g>' : '<g display="none">',
  );

/** Returns the class of a point on the slide that shows this number of points. */
const pointClass = (point: number, points: number) => {
  if (point > points) return ' class="later"';
  return point === points ? ' class="now"' : '';
};

const lessonSlide = (clip: Clip, points: number) => {
  const items = clip.lesson.points.map(
    ({ head }, index) =>
      `<li${pointClass(index + 1, points)}><span>${index + 1}</span>${escapeMarkup(head)}</li>`,
  );
  return `<div class="slide lesson"><div class="edge"></div><header><h1>${escapeMarkup(clip.title)}</h1><p>${clip.code} · Module ${clip.module}</p></header><ol>${items.join('')}</ol><figure><svg viewBox="0 0 600 440">${diagramWith(clip.lesson.diagram, points)}</svg></figure></div>`;
};

const bodyOf = (clip: Clip, { kind, points }: Pick<Still, 'kind' | 'points'>): string => {
  if (kind === 'title') return titleCard(clip);
  return kind === 'closing' ? closingCard(clip) : lessonSlide(clip, points);
};

/** Renders a still of a clip as an HTML page. The result is deterministic. */
export const slideOf = (clip: Clip, still: Pick<Still, 'kind' | 'points'>): string => {
  const [from, to] = codeColours[clip.code];
  return `<!doctype html><meta charset="utf-8"><style>${style}:root{--from:${from};--to:${to}}</style>${bodyOf(clip, still)}`;
};
