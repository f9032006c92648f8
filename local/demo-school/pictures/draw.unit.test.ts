import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawAll } from './draw.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'web', 'public');

test.each([...drawAll()])(
  '%s is the output of the script (otherwise run node local/demo-school/pictures/make.ts)',
  (path, svg) => {
    expect(readFileSync(join(folder, path), 'utf8')).toBe(svg);
  },
);
