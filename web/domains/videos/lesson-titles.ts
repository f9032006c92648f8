import type { CourseCode } from '#contract/schemas/courses.ts';

type Five<T> = readonly [T, T, T, T, T];

/** The titles of the lesson clips, by course code. The title cards of the clips also show them. */
export const lessonTitles: Record<CourseCode, Five<string>> = {
  CSE: [
    'What a program is',
    'Counting with switches',
    'Finding things fast',
    'Lists, trees and tables',
    'Hunting a mistake',
  ],
  EEE: [
    'Voltage, current, resistance',
    'In series, in parallel',
    'Alternating current',
    'Motors and generators',
    'Fuses, earths and breakers',
  ],
  BBA: ['Value, price and cost', 'Supply and demand', 'The balance sheet', 'Breaking even', 'Money and time'],
  ECE: [
    'Signals and what they carry',
    'From waves to numbers',
    'Diodes and transistors',
    'Logic from switches',
    'Talking through noise',
  ],
  PHA: [
    'The way of a medicine',
    'Dose and response',
    'Half-life',
    'Receptors: locks and keys',
    'When medicines meet',
  ],
  MTH: ['What a proof is', 'Functions', 'The derivative', 'The integral', 'Chance'],
  PHY: ['Measuring things', 'Forces and motion', 'Energy', 'Waves', 'Heat and disorder'],
  HIS: [
    'What a source can tell',
    'Causes, long and short',
    'Cities and writing',
    'The printed page',
    'Steam and its century',
  ],
  ENG: ['The sentence', 'Who is telling this?', 'Metaphor', 'Metre and rhyme', 'Making an argument'],
  PSY: [
    'Asking a fair question',
    'How memory works',
    'Learning by consequence',
    'Seeing is guessing',
    'Minds in company',
  ],
};

/**
 * The lengths of the lesson clips in whole seconds, by course code, so that a page can show them without loading a video.
 * `tooling/clips/clips.unit.test.ts` compares them with the clips.
 */
export const lessonSeconds: Record<CourseCode, Five<number>> = {
  CSE: [48, 44, 48, 48, 46],
  EEE: [43, 43, 48, 45, 49],
  BBA: [48, 43, 43, 41, 50],
  ECE: [43, 46, 45, 47, 47],
  PHA: [43, 48, 46, 44, 45],
  MTH: [47, 47, 46, 44, 48],
  PHY: [46, 42, 43, 45, 48],
  HIS: [48, 41, 43, 46, 48],
  ENG: [39, 45, 47, 46, 39],
  PSY: [43, 45, 43, 45, 48],
};
