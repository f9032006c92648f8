/** `node local/demo-school/pictures/make.ts` draws the pictures of the demo school into `web/public/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawAll } from './draw.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'web', 'public');

const pictures = drawAll();
for (const [path, svg] of pictures) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), svg);
}
process.stdout.write(`${pictures.size} pictures drawn into ${folder}\n`);
