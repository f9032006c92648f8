import type { CourseCode } from '#contract/schemas/courses.ts';

/** The five colours of a department. */
export type Palette = { ground: string; deep: string; main: string; shine: string; paper: string };

export const palettes: Record<CourseCode, Palette> = {
  CSE: { ground: '#E4E7FB', deep: '#1E2A5A', main: '#4F5BD5', shine: '#F2B544', paper: '#FFFFFF' },
  EEE: { ground: '#FFEFD2', deep: '#3B2A1A', main: '#E07A2F', shine: '#F6C445', paper: '#FFFFFF' },
  BBA: { ground: '#E1F0E8', deep: '#12382B', main: '#2F8F6B', shine: '#E9B949', paper: '#FFFFFF' },
  ECE: { ground: '#E1EEF7', deep: '#0F2E45', main: '#2C7DA0', shine: '#FF8A5B', paper: '#FFFFFF' },
  PHA: { ground: '#FBE6E3', deep: '#4A1621', main: '#C8505A', shine: '#7BB38A', paper: '#FFFFFF' },
  MTH: { ground: '#EFE9F9', deep: '#2B1D4E', main: '#7A5BC0', shine: '#F0A202', paper: '#FFFFFF' },
  PHY: { ground: '#141C3D', deep: '#0B1026', main: '#4C68E0', shine: '#FFD166', paper: '#EAF0FF' },
  HIS: { ground: '#F3E6D6', deep: '#3D2B1F', main: '#A4633A', shine: '#2F6F73', paper: '#FFFAF2' },
  ENG: { ground: '#F7EFDF', deep: '#26313F', main: '#8C3B4A', shine: '#D9A441', paper: '#FFFDF8' },
  PSY: { ground: '#E3F1F0', deep: '#143A3F', main: '#2A8C8C', shine: '#F28F79', paper: '#FFFFFF' },
};
