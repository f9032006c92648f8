import type { SourceImport } from './source-imports.ts';

/** An import between two files or two folders: `from` imports `to`, because `file` imports `target`. */
type Edge = { from: string; to: string; file: string; target: string };

/** Returns the strongly connected components with more than one node (Tarjan's algorithm). */
const findComponents = (edges: readonly Edge[]): string[][] => {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const indexes = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];
  const visit = (node: string): number => {
    indexes.set(node, indexes.size);
    let low = indexes.size - 1;
    stack.push(node);
    for (const { to } of targets.get(node) ?? []) {
      if (!indexes.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, indexes.get(to) ?? low);
    }
    if (low === indexes.get(node)) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) components.push(component);
    }
    return low;
  };
  for (const node of targets.keys()) if (!indexes.has(node)) visit(node);
  return components;
};

/** Returns a shortest path from a node of the component back to itself, as edges. */
const findShortestCycle = (component: readonly string[], edges: readonly Edge[]): Edge[] => {
  const inside = edges.filter(({ from, to }) => component.includes(from) && component.includes(to));
  const pathFrom = (start: string): Edge[] => {
    const queue: Edge[][] = inside.filter(({ from }) => from === start).map((edge) => [edge]);
    const seen = new Set<string>();
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const end = path.at(-1)?.to ?? '';
      if (end === start) return path;
      if (seen.has(end)) continue;
      seen.add(end);
      for (const edge of inside) if (edge.from === end) queue.push([...path, edge]);
    }
    return [];
  };
  return component.map(pathFrom).toSorted((a, b) => a.length - b.length)[0] ?? [];
};

const describe = (cycle: readonly Edge[]): string =>
  [
    `circular import: ${[...cycle.map(({ from }) => from), cycle[0]?.from].join(' -> ')}`,
    ...cycle.map(({ file, target }) => `    ${file} imports ${target}`),
  ].join('\n');

const findCycles = (edges: readonly Edge[]): string[] =>
  findComponents(edges).map((component) => describe(findShortestCycle(component, edges)));

/**
 * Returns the first two folders in which the paths of two files differ. Null if the files have no folder in common, or if one of them
 * lies directly in the common folder.
 */
const findSiblingFolders = (file: string, target: string): { from: string; to: string } | null => {
  const [source, destination] = [file.split('/'), target.split('/')];
  const depth = source.findIndex((part, index) => part !== destination[index]);
  if (depth < 1 || depth === source.length - 1 || depth >= destination.length - 1) return null;
  return {
    from: source.slice(0, depth + 1).join('/'),
    to: destination.slice(0, depth + 1).join('/'),
  };
};

/** Returns a description of a shortest cycle for each group of files that import each other, and for each such group of sibling folders at any depth. */
export const findImportCycles = (imports: readonly SourceImport[]): string[] => {
  const files = imports.map(({ file, target }) => ({ from: file, to: target, file, target }));
  const folders = imports.flatMap(({ file, target }) => {
    const pair = findSiblingFolders(file, target);
    return pair === null ? [] : [{ ...pair, file, target }];
  });
  return [...findCycles(files), ...findCycles(folders)];
};
