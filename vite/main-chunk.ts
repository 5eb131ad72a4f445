type Context = { getModuleInfo(id: string): { isEntry?: boolean; importedIds: readonly string[] } | null };

/**
 * Puts all static imports of `entry` into one chunk, and those of the page `tale` into another: one compresses best and takes one request.
 * What the tale has in common with the page `home` is in the first. The bundler splits the rest.
 */
export function mainChunks({
  entry,
  tale,
  home,
}: Record<'entry' | 'tale' | 'home', string>): (id: string, context: Context) => string | null {
  let chunks: Map<string, string> | undefined;
  return (id, context) => {
    chunks ??= listChunks(context);
    return chunks.get(id) ?? null;
  };

  function listChunks(context: Context): Map<string, string> {
    const ofHome = reachedFrom(home, context);
    const ofTale = [...reachedFrom(tale, context)].map((id) => [id, ofHome.has(id) ? 'main' : 'tale'] as const);
    // The page keeps its name in the manifest; its styles are also those of other pages.
    const isOwn = ([id, chunk]: readonly [string, string]) => id !== tale && (chunk === 'main' || !id.endsWith('.css'));
    return new Map([...ofTale.filter(isOwn), ...[...reachedFrom(entry, context)].map((id) => [id, 'main'] as const)]);
  }
}

function reachedFrom(entry: string, context: Context): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
