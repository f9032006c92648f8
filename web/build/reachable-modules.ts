type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
/** The part of the bundler's context that is needed here. */
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null };

/**
 * Creates a function that returns whether one of the roots imports a module, directly or through other modules.
 * @param options.entries paths of root modules.
 * @param options.pages the path of a module that loads pages, which are roots, too.
 */
export const createReachableTest = (options: { entries: readonly string[]; pages?: string }) => {
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
  // A set also iterates over what is added to it meanwhile.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
};
