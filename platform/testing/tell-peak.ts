/**
 * `node --import ./platform/testing/tell-peak.ts …`: writes the most memory that the process has held, in bytes, to the file
 * that `PEAK_FILE` names, when it ends by itself.
 */
import { writeFileSync } from 'node:fs';

const { PEAK_FILE } = process.env;
if (PEAK_FILE)
  process.on('exit', () => writeFileSync(PEAK_FILE, String(process.resourceUsage().maxRSS * 1_024)));
