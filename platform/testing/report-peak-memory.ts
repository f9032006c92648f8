/**
 * Preload module (`node --import ./platform/testing/report-peak-memory.ts …`). When the process exits, it writes the
 * process's peak memory in bytes to the file named by `PEAK_FILE`.
 */
import { writeFileSync } from 'node:fs';

const { PEAK_FILE } = process.env;
if (PEAK_FILE)
  process.on('exit', () => writeFileSync(PEAK_FILE, String(process.resourceUsage().maxRSS * 1_024)));
