import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTreePath, computeTreeRoot, hashLeaf, sha256 } from './merkle.ts';
import { computeRootFromPath, isConsistent } from './proof/merkle-path.ts';
import {
  findRootRange,
  joinNodes,
  listConsistencyRanges,
  listInclusionRanges,
  locateNode,
  type NodeRange,
  SealTreeEdge,
} from './seal-tree.ts';

const leafAt = (index: number) => hashLeaf(Buffer.from(`seal ${index}`));
const rootAt = (size: number) =>
  computeTreeRoot(Buffer.concat(Array.from({ length: size }, (_, i) => leafAt(i))));

/** Grows a seal tree one seal at a time and stores its nodes as the table does. */
const createSealTree = (size: number) => {
  const edge = new SealTreeEdge(0, []);
  const stored = new Map<number, Buffer>();
  const roots = [];
  for (let index = 0; index < size; index++) {
    const { nodes, root } = edge.add(leafAt(index));
    stored.set(index + 1, Buffer.concat(nodes));
    roots.push(root);
  }
  const nodesAt = (range: NodeRange) =>
    range.map((position) => {
      const { number, offset } = locateNode(position);
      const node = stored.get(number)?.subarray(offset, offset + 32);
      if (node?.length !== 32) throw new Error(`No node is stored at ${JSON.stringify(position)}.`);
      return node;
    });
  return { roots, nodesAt, stored };
};

describe('the seal tree', () => {
  const tree = createSealTree(130);

  it('has the same root as a Merkle tree over all leaves, at all sizes up to 130', () => {
    for (const [index, root] of tree.roots.entries()) expect(Buffer.from(root)).toEqual(rootAt(index + 1));
  });

  it('stores fewer than two nodes per seal on average', () => {
    const nodes = [...tree.stored.values()].reduce((sum, bytes) => sum + bytes.length / 32, 0);
    expect(nodes).toBeLessThan(2 * 130);
  });

  it('continues from its stored edge', () => {
    for (let size = 0; size < 129; size++) {
      const resumed = new SealTreeEdge(size, tree.nodesAt(findRootRange(size)));
      expect(resumed.add(leafAt(size)).root).toEqual(tree.roots[size]);
    }
    expect(() => new SealTreeEdge(3, [leafAt(0)])).toThrow(RangeError);
  });

  it('provides the inclusion path of every seal at several sizes', async () => {
    for (const size of [1, 2, 3, 64, 65, 127, 130]) {
      const leaves = Buffer.concat(Array.from({ length: size }, (_, i) => leafAt(i)));
      for (let index = 0; index < size; index++) {
        const path = listInclusionRanges(index, size).map((range) => joinNodes(tree.nodesAt(range)));
        expect(path.map((node) => Buffer.from(node))).toEqual(computeTreePath(leaves, index));
        expect(await computeRootFromPath(sha256, leafAt(index), index, size, path)).toEqual(
          Buffer.from(tree.roots[size - 1] ?? []),
        );
      }
    }
  });

  it('provides consistency proofs, which are invalid with a different older root or a different path', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 130 }),
        fc.integer({ min: 1, max: 130 }),
        fc.nat(31),
        async (size1, size2, byte) => {
          const olderSize = Math.min(size1, size2);
          const newerSize = Math.max(size1, size2);
          const path = listConsistencyRanges(olderSize, newerSize).map((range) =>
            joinNodes(tree.nodesAt(range)),
          );
          const olderRoot = Buffer.from(tree.roots[olderSize - 1] ?? []);
          const newerRoot = Buffer.from(tree.roots[newerSize - 1] ?? []);
          const proof = { olderSize, newerSize, olderRoot, newerRoot, path };
          expect(await isConsistent(sha256, proof)).toBe(true);
          const forged = Buffer.from(olderRoot);
          forged[byte] = (forged[byte] ?? 0) ^ 1;
          expect(await isConsistent(sha256, { ...proof, olderRoot: forged })).toBe(false);
          expect(await isConsistent(sha256, { ...proof, path: [...path, olderRoot] })).toBe(false);
          if (olderSize < newerSize)
            expect(await isConsistent(sha256, { ...proof, path: path.slice(1) })).toBe(false);
        },
      ),
    );
  });
});
