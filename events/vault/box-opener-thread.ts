/** The thread of {@link openBoxOpener}: takes boxes, gives back what is in them. */
import { parentPort } from 'node:worker_threads';
import { openBox } from './box.ts';
import type { OpenedBoxes, PackedBoxes } from './box-opener.ts';

const openAll = ({ number, bytes, ends, keys, keyOf, contexts }: PackedBoxes): OpenedBoxes => {
  const boxes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contents: Buffer[] = [];
  const contentEnds = new Uint32Array(ends.length);
  let [from, size] = [0, 0];
  for (const [index, end] of ends.entries()) {
    const key = keys[keyOf[index] ?? 0];
    if (key === undefined) return { number, bytes: null, ends: contentEnds };
    const content = openBox(key, boxes.subarray(from, end), contexts[index] ?? '');
    contents.push(content);
    size += content.length;
    contentEnds[index] = size;
    from = end;
  }
  return { number, bytes: Buffer.concat(contents, size), ends: contentEnds };
};

parentPort?.on('message', (packed: PackedBoxes) => {
  let opened: OpenedBoxes;
  try {
    opened = openAll(packed);
  } catch {
    opened = { number: packed.number, bytes: null, ends: new Uint32Array() };
  }
  parentPort?.postMessage(opened);
});
