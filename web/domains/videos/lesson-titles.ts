import type { CourseCode } from '#contract/schemas/courses.ts';

type FiveTitles = readonly [string, string, string, string, string];

/** The titles of the lesson clips, by course code. The title cards of the clips show them too. */
export const lessonTitles: Record<CourseCode, FiveTitles> = {
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
