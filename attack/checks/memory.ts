import type { Finding } from './finding.ts';

const megabyte = 1024 * 1024;
/** The memory may grow by this factor, plus `toleratedBytes`, because caches and the garbage collector need some room. */
const toleratedGrowth = 1.3;
const toleratedBytes = 48 * megabyte;
/** With fewer samples the memory is not compared. */
const minSamples = 10;

/** The memory of a process after warm-up and at the end, in bytes. */
export type MemoryUse = { name: string; afterWarmUp: number; atEnd: number };

/**
 * Returns the highest value after warm-up (from 10 to 25 % of the samples) and the lowest at the end (the last 20 %), because
 * the values jump with each garbage collection.
 * @param samples of one process, evenly spread over the run.
 * @returns null if there are too few.
 */
export const summarizeMemoryUse = (name: string, samples: readonly number[]): MemoryUse | null => {
  if (samples.length < minSamples) return null;
  const samplesBetween = (from: number, to: number) =>
    samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
  return {
    name,
    afterWarmUp: Math.max(...samplesBetween(0.1, 0.25)),
    atEnd: Math.min(...samplesBetween(0.8, 1)),
  };
};

/** Returns a finding if a process needs more memory at the end than is tolerated; otherwise none. */
export const checkMemory = ({ name, afterWarmUp, atEnd }: MemoryUse): Finding[] =>
  atEnd <= afterWarmUp * toleratedGrowth + toleratedBytes
    ? []
    : [
        {
          check: 'memory grows',
          description: `${name}: ${Math.round(afterWarmUp / megabyte)} MB after warm-up, ${Math.round(atEnd / megabyte)} MB at the end`,
          request: null,
        },
      ];
