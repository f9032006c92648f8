/**
 * Attacks the one-machine edition on this machine with random requests, and checks what it does:
 *
 *   npm run attack -- [--seed N] [--requests N] [--full] [--minutes N] [--concurrency N]
 *
 * The exit code is 1 if anything was found, or if the attack fails. See attack/README.md.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { policies } from '#contract/policies.ts';
import { attack } from './attack.ts';
import { formatFinding, formatReport } from './format-report.ts';
import { startProduct } from './product/start-product.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string' },
    full: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    concurrency: { type: 'string' },
  },
});

const maxRequests = 1_000_000;

/** Returns the value of an option, or its default. @throws Error if it is not a whole number from 1 to `max`. */
const readNumber = (name: keyof typeof values, defaultNumber: number, max: number): number => {
  const number = values[name] === undefined ? defaultNumber : Number(values[name]);
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw new Error(`--${name} must be a whole number from 1 to ${max}.`);
  return number;
};

const options = {
  seed: readNumber('seed', randomInt(1, 2 ** 31), 2 ** 32 - 1),
  requests: readNumber('requests', values.full ? maxRequests : 20_000, maxRequests),
  maxMinutes: readNumber('minutes', values.full ? 24 * 60 : 30, 24 * 60),
  concurrency: readNumber('concurrency', 16, 256),
  roundSize: 1_000,
  timeoutMs: 20_000,
  maxAnswerBytes: 16 * 1024 * 1024,
  policies,
};

const print = (text: string) => process.stdout.write(`${text}\n`);
print(`Seed ${options.seed}. Starting the product without rate limits …`);
await using product = await startProduct();
let printedFindings = 0;
const report = await attack(product, {
  ...options,
  onProgress: (sent, findings, memory) => {
    for (const finding of findings.slice(printedFindings)) print(formatFinding(finding));
    printedFindings = findings.length;
    if (sent % 10_000 !== 0) return;
    const megabytes = Math.round((memory.get('product') ?? 0) / 1024 / 1024);
    print(`… ${sent} requests, ${findings.length} findings, ${megabytes} MB`);
  },
});
print(formatReport(report, options));
process.exitCode = report.findings.length === 0 ? 0 : 1;
