import type { CourseCode } from '#contract/schemas/courses.ts';

/** The gradient of the default course picture, by course code. White text on it has a contrast of at least 4.5 : 1. */
export const codeColours: Record<CourseCode, readonly [string, string]> = {
  CSE: ['#3730a3', '#1d4ed8'],
  EEE: ['#92400e', '#b45309'],
  BBA: ['#14532d', '#15803d'],
  ECE: ['#115e59', '#0f766e'],
  PHA: ['#831843', '#be185d'],
  MTH: ['#1e3a5f', '#1d4f91'],
  PHY: ['#3b0764', '#7e22ce'],
  HIS: ['#5b3a1e', '#8a5a2b'],
  ENG: ['#7f1d1d', '#b91c1c'],
  PSY: ['#4a1d5e', '#86198f'],
};
