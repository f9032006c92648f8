/** The thread of {@link openBoxOpener}: takes boxes, gives back what is in them. */
import { parentPort } from 'node:worker_threads';
import { openBox } from './field-encryption.ts';
import { betweenBoxes, betweenTexts, type OpenedBoxes, type PackedBoxes } from './batch-decryptor.ts';

/** @throws when one of them cannot be opened. */
const openAll = ({ boxes, contexts, keys, keyOf }: PackedBoxes): string => {
  const whose = contexts.split(betweenTexts);
  const contents = boxes.split(betweenBoxes).map((box, index) => {
    const key = keys[keyOf[index] ?? -1];
    if (key === undefined) throw new Error('A box came without its key.');
    return openBox(key, Buffer.from(box, 'base64'), whose[index] ?? '').toString();
  });
  return contents.join(betweenTexts);
};

parentPort?.on('message', (packed: PackedBoxes) => {
  const { number } = packed;
  let contents: string | null = null;
  try {
    contents = openAll(packed);
  } catch {
    // Whoever opens them one by one finds out which it is.
  }
  parentPort?.postMessage({ number, contents } satisfies OpenedBoxes);
});
