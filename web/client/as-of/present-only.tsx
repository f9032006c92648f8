import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { pastAtom } from './past.ts';

/** Controls that change something: not there where the past is shown. */
export const PresentOnly = ({ children }: { children: ReactNode }) =>
  useAtomValue(pastAtom) === null && children;
