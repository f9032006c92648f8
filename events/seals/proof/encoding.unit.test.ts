import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSeal, encodeStoredEvent, type StoredEvent } from './encoding.ts';

const event: StoredEvent = {
  position: 1,
  stream: 'a-1',
  version: 1,
  type: 'Born',
  schemaVersion: 1,
  recordedAt: 946_684_800_000_001,
  commandId: '00112233-4455-6677-8899-aabbccddeeff',
  data: '{"n": 1}',
  metadata: '{}',
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const anyEvent = fc.record({
  position: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  stream: fc.string({ unit: 'grapheme' }),
  version: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  type: fc.string({ unit: 'grapheme' }),
  schemaVersion: fc.integer({ min: 1, max: 32_767 }),
  recordedAt: fc.integer({ min: 0, max: 4_000_000_000_000_000 }),
  commandId: fc.uuid(),
  data: fc.json(),
  metadata: fc.json(),
});

describe('encodeStoredEvent', () => {
  it('returns these bytes, which must never change', () => {
    expect(hex(encodeStoredEvent(event))).toBe(
      [
        '01',
        '00000009',
        '00000014000000080000000000000001',
        '0000001900000003612d31',
        '000000170000000400000001',
        '0000001900000004426f726e',
        '000000170000000400000001',
        '000004a0000000080000000000000001',
        '00000b860000001000112233445566778899aabbccddeeff',
        '00000072000000087b226e223a20317d',
        '00000072000000027b7d',
      ].join(''),
    );
  });

  it('encodes times before 2000 and large positions', () => {
    const bytes = hex(
      encodeStoredEvent({ ...event, position: 2 ** 40 + 5, recordedAt: 946_684_799_999_999 }),
    );
    expect(bytes).toContain('00000014000000080000010000000005');
    expect(bytes).toContain('000004a000000008ffffffffffffffff');
  });

  it('returns different bytes if any column differs, even if text moves to the next column', () => {
    fc.assert(
      fc.property(anyEvent, anyEvent, (one, two) => {
        const first = hex(encodeStoredEvent(one));
        expect(hex(encodeStoredEvent({ ...one }))).toBe(first);
        for (const column of Object.keys(one) as (keyof StoredEvent)[]) {
          const changed = { ...one, [column]: two[column] };
          expect(hex(encodeStoredEvent(changed)) === first).toBe(changed[column] === one[column]);
        }
      }),
    );
    expect(hex(encodeStoredEvent({ ...event, data: '{"a":1}', metadata: '{}' }))).not.toBe(
      hex(encodeStoredEvent({ ...event, data: '{"a":1}{', metadata: '}' })),
    );
  });

  it('encodes texts that are longer than its buffer', () => {
    const long = 'ä€😀'.repeat(40_000);
    expect(encodeStoredEvent({ ...event, data: long }).length).toBeGreaterThan(Buffer.byteLength(long));
    expect(hex(encodeStoredEvent(event))).toHaveLength(268);
  });

  it('rejects values that it cannot encode exactly', () => {
    expect(() => encodeStoredEvent({ ...event, position: 2 ** 53 })).toThrow(RangeError);
    expect(() => encodeStoredEvent({ ...event, recordedAt: 1.5 })).toThrow(RangeError);
    expect(() => encodeStoredEvent({ ...event, commandId: 'me' })).toThrow(RangeError);
  });
});

describe('encodeSeal', () => {
  it('returns these bytes, which must never change', () => {
    const seal = { number: 2, firstPosition: 3, lastPosition: 4, eventCount: 2, sealedAt: 5 };
    expect(hex(encodeSeal({ ...seal, root: new Uint8Array(32).fill(7) }))).toBe(
      `01${['2', '3', '4', '2', '5'].map((n) => n.padStart(16, '0')).join('')}${'07'.repeat(32)}`,
    );
    expect(() => encodeSeal({ ...seal, root: new Uint8Array(31) })).toThrow(RangeError);
  });
});

describe('the files of this folder', () => {
  it('import only each other, so they run in a browser', () => {
    const sources = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
    expect(sources.length).toBeGreaterThan(0);
    for (const name of sources) {
      const source = readFileSync(join(import.meta.dirname, name), 'utf8');
      for (const [, specifier] of source.matchAll(/from '([^']+)'/g)) expect(specifier).toMatch(/^\.\//);
      expect(source).not.toMatch(/\bBuffer\b/);
    }
  });
});
