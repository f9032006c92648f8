import { bba } from './bba.ts';
import { cse } from './cse.ts';
import type { DemoCourse } from './demo-course.ts';
import { ece } from './ece.ts';
import { eee } from './eee.ts';
import { eng } from './eng.ts';
import { his } from './his.ts';
import { mth } from './mth.ts';
import { pha } from './pha.ts';
import { phy } from './phy.ts';
import { psy } from './psy.ts';

/** The courses of all ten departments. */
export const demoCourses: readonly DemoCourse[] = [
  ...[...cse, ...eee, ...bba, ...ece, ...pha],
  ...[...mth, ...phy, ...his, ...eng, ...psy],
];
