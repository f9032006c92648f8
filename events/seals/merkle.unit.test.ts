import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTreePath, computeTreeRoot, hashLeaf, hashLength, hashNode, sha256 } from './merkle.ts';
import { computeRootFromPath } from './proof/merkle-path.ts';

/** Inputs and roots of the Certificate Transparency project's reference tree. */
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const referenceLeaves = inputs.map((input) => hashLeaf(Buffer.from(input, 'hex')));

/** The recursive definition of RFC 6962, slow. */
const rootByDefinition = (leaves: readonly Buffer[]): Buffer => {
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashNode(rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split)));
};

const leavesOf = (count: number) => Array.from({ length: count }, (_, index) => hashLeaf(Buffer.of(index)));

describe('computeTreeRoot', () => {
  it.each(roots.map((root, index) => [index + 1, root] as const))(
    'returns the reference root of %i leaves',
    (size, root) => {
      expect(computeTreeRoot(Buffer.concat(referenceLeaves.slice(0, size))).toString('hex')).toBe(root);
    },
  );

  it('agrees with the recursive definition at all sizes up to 70', () => {
    for (let size = 1; size <= 70; size++) {
      const leaves = leavesOf(size);
      expect(computeTreeRoot(Buffer.concat(leaves))).toEqual(rootByDefinition(leaves));
    }
  });

  it('does not modify its input', () => {
    const leaves = Buffer.concat(leavesOf(9));
    const before = Buffer.from(leaves);
    computeTreeRoot(leaves);
    computeTreePath(leaves, 8);
    expect(leaves).toEqual(before);
  });

  it('rejects an empty input, incomplete hashes and an index out of range', () => {
    expect(() => computeTreeRoot(Buffer.alloc(0))).toThrow(RangeError);
    expect(() => computeTreeRoot(Buffer.alloc(33))).toThrow(RangeError);
    expect(() => computeTreePath(Buffer.alloc(64), 2)).toThrow(RangeError);
  });
});

describe('computeTreePath', () => {
  it('leads from every leaf to the root, at all sizes up to 33', async () => {
    for (let size = 1; size <= 33; size++) {
      const leaves = leavesOf(size);
      const root = computeTreeRoot(Buffer.concat(leaves));
      for (const [index, leaf] of leaves.entries()) {
        const path = computeTreePath(Buffer.concat(leaves), index);
        expect(await computeRootFromPath(sha256, leaf, index, size, path)).toEqual(root);
      }
    }
  });

  it('does not lead to the root with a different leaf, index or path, or with a size that needs a path of a different length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 200 }).chain((size) =>
          fc.record({
            size: fc.constant(size),
            index: fc.nat(size - 1),
            other: fc.nat(size - 1),
            otherSize: fc.integer({ min: 1, max: 200 }),
            flipped: fc.nat(hashLength - 1),
            step: fc.nat(10),
          }),
        ),
        async ({ size, index, other, otherSize, flipped, step }) => {
          const leaves = leavesOf(size);
          const all = Buffer.concat(leaves);
          const root = computeTreeRoot(all);
          const path = computeTreePath(all, index);
          const leaf = leaves[index] ?? Buffer.alloc(0);
          const leadsToRoot = async (...proof: [Buffer, number, number, Buffer[]]) =>
            root.equals((await computeRootFromPath(sha256, ...proof)) ?? Buffer.alloc(0));
          expect(await leadsToRoot(leaf, index, size, path)).toBe(true);
          if (other !== index) {
            expect(await leadsToRoot(leaf, other, size, path)).toBe(false);
            expect(await leadsToRoot(leaves[other] ?? leaf, index, size, path)).toBe(false);
          }
          expect(await leadsToRoot(leaf, index, size, path.slice(1))).toBe(false);
          expect(await leadsToRoot(leaf, index, size, [...path, leaf])).toBe(false);
          // Trees of some sizes have paths of the same length. A signed head tells these trees apart, because it covers size and root.
          const wrongSize = Math.max(otherSize, index + 1);
          if (computeTreePath(Buffer.concat(leavesOf(wrongSize)), index).length !== path.length)
            expect(await leadsToRoot(leaf, index, wrongSize, path)).toBe(false);
          const changedPath = path.map((node) => Buffer.from(node));
          const node = changedPath[step % changedPath.length];
          if (node) node[flipped] = (node[flipped] ?? 0) ^ 1;
          expect(await leadsToRoot(leaf, index, size, changedPath)).toBe(false);
        },
      ),
      { numRuns: 150 },
    );
  });
});
