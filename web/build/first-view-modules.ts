type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
/** The part of the bundler's context that is needed here. */
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null };

/**
 * Creates a function that returns whether a visitor's first view needs a module: whether the entry, the live connection or a public page
 * imports it, directly or through other modules.
 * @param options.entries paths of modules that every page loads.
 * @param options.publicPages the path of the module that loads the public pages.
 */
export const createFirstViewTest = (options: { entries: readonly string[]; publicPages: string }) => {
  let found: ReadonlySet<string> | undefined;
  return (id: string, graph: ModuleGraph): boolean => {
    found ??= findReachable(graph, [
      ...options.entries,
      ...(graph.getModuleInfo(options.publicPages)?.dynamicallyImportedIds ?? []),
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
