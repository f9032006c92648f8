type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
/** The part of the bundler's context that is needed here. */
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null };

/**
 * Creates a function that returns whether a module is one of the roots or is imported by one, directly or through other modules.
 * @param options.entries paths of root modules.
 * @param options.pages the path of a module that loads pages with dynamic imports. These pages are roots, too.
 */
export const createReachabilityCheck = (options: { entries: readonly string[]; pages?: string }) => {
  let found: ReadonlySet<string> | undefined;
  return (id: string, graph: ModuleGraph): boolean => {
    found ??= findReachable(graph, [
      ...options.entries,
      ...(graph.getModuleInfo(options.pages ?? '')?.dynamicallyImportedIds ?? []),
    ]);
    return found.has(id);
  };
};

const findReachable = (graph: ModuleGraph, roots: readonly string[]): ReadonlySet<string> => {
  const found = new Set(roots);
  // The iteration over a set includes the elements that are added during the iteration.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
};
