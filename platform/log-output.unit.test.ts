import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';
import { LogOutput } from './log-output.ts';

/** Opens a named pipe whose reads and writes fail with EAGAIN instead of waiting. */
const openPipe = (): number => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-log-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  return fd;
};

/** Writes zeros until the pipe is full. */
const fill = (fd: number): void => {
  try {
    for (;;) writeSync(fd, Buffer.alloc(4_096));
  } catch {}
};

/** Reads what waits in a pipe, without the zeros. */
const readWaiting = (fd: number): string => {
  const bytes = Buffer.alloc(1_048_576);
  try {
    return bytes.toString('utf8', 0, readSync(fd, bytes)).replaceAll('\0', '');
  } catch {
    return '';
  }
};

/** Writes a last line, repeatedly, until it can be read from the pipe. @returns the lines before it. */
const readUntilEnd = async (fd: number, output: LogOutput): Promise<string> => {
  let read = '';
  await vi.waitFor(() => {
    output.write('end\n');
    output.flush();
    read += readWaiting(fd);
    expect(read.endsWith('end\n')).toBe(true);
  }, longWait);
  return read.replaceAll('end\n', '');
};

test.runIf(process.platform === 'linux')(
  'keeps the lines that a full pipe does not take, and writes them in order when there is space',
  async () => {
    const fd = openPipe();
    fill(fd);
    const output = new LogOutput(fd);
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} x\n`);
    for (const line of lines) output.write(line);
    expect(await readUntilEnd(fd, output)).toBe(lines.join(''));
  },
);

test.runIf(process.platform === 'linux')('drops lines while 4 MB wait', async () => {
  const fd = openPipe();
  fill(fd);
  const output = new LogOutput(fd);
  const line = `${'x'.repeat(99_999)}\n`;
  for (let count = 0; count < 100; count += 1) output.write(line);
  expect(await readUntilEnd(fd, output)).toBe(line.repeat(41));
});

test.runIf(process.platform === 'linux')(
  'returns even if a full pipe takes no line, and writes the line later',
  () => {
    const fd = openPipe();
    fill(fd);
    const output = new LogOutput(fd);
    output.write('line\n');
    output.flushSync();
    expect(readWaiting(fd)).toBe('');
    output.flushSync();
    expect(readWaiting(fd)).toBe('line\n');
  },
);
