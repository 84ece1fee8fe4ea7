/** A file of scripts, as the bundler splits them by itself. */
export interface Chunk {
  readonly fileName: string;
  /** The files of chunks that it needs to run. */
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  /** Bytes. */
  readonly size: number;
}

/** The files that each page fetches before it can be used. */
export type FilesOfPages = ReadonlyMap<string, ReadonlySet<string>>;

/** Chunks that become one file. */
interface Part {
  readonly chunks: readonly Chunk[];
  readonly pages: ReadonlySet<string>;
  readonly size: number;
}

/** What is fetched in vain by a page that is often the first one counts as so many times what others fetch. */
const oftenWeight = 100;

interface PlanOptions {
  /** What it needs is in two files: what most pages need as well, and the rest. */
  readonly start: string;
  /** The pages that are visited most. */
  readonly often: ReadonlySet<string>;
  readonly maxFiles: number;
}

/**
 * Joins chunks until no page fetches more than `maxFiles`: first those for which pages fetch the fewest bytes in vain, and never so that two
 * files would import each other. Returns the modules of each file, in the order in which files can be loaded.
 */
export function planChunks(
  chunks: readonly Chunk[],
  filesOf: FilesOfPages,
  { start, often, maxFiles }: PlanOptions,
): string[][] {
  let parts = partsByPages(chunks, filesOf, start);
  for (;;) {
    const crowded = new Set([...filesOf.keys()].filter((page) => countParts(parts, page) > maxFiles));
    const pair = cheapestPairs(parts, { crowded, often, start }).find((each) => !importEachOther(each, parts));
    if (!pair) return inLoadingOrder(parts).map((part) => part.chunks.flatMap(({ moduleIds }) => moduleIds));
    parts = [...parts.filter((part) => !pair.includes(part)), join(pair)];
  }
}

/** One part for all chunks that the same pages need, as far as they do not import each other through others. */
function partsByPages(chunks: readonly Chunk[], filesOf: FilesOfPages, start: string): Part[] {
  const groups = new Map<string, Part>();
  for (const chunk of chunks) {
    const pages = new Set([...filesOf].filter(([, files]) => files.has(chunk.fileName)).map(([page]) => page));
    if (pages.size === 0) continue;
    const isCommon = pages.size > filesOf.size / 2;
    const key = pages.has(start) ? `${start} ${isCommon}` : [...pages].join();
    const part = { chunks: [chunk], pages, size: chunk.size };
    const before = groups.get(key);
    groups.set(key, before ? join([before, part]) : part);
  }
  return [...groups.values()];
}

const countParts = (parts: readonly Part[], page: string) => parts.filter(({ pages }) => pages.has(page)).length;

function join([one, other]: readonly [Part, Part]): Part {
  return {
    chunks: [...one.chunks, ...other.chunks],
    pages: one.pages.union(other.pages),
    size: one.size + other.size,
  };
}

/** Pairs that make a crowded page fetch fewer files, those first that cost the fewest bytes in vain for each file less. */
function cheapestPairs(
  parts: readonly Part[],
  { crowded, often, start }: Pick<PlanOptions, 'often' | 'start'> & { crowded: ReadonlySet<string> },
): [Part, Part][] {
  const weigh = (pages: ReadonlySet<string>) => pages.size + (oftenWeight - 1) * pages.intersection(often).size;
  const others = parts.filter(({ pages }) => !pages.has(start));
  return others
    .flatMap((one, index) =>
      others.slice(index + 1).map((other) => ({ one, other, both: one.pages.intersection(other.pages) })),
    )
    .filter(({ both }) => !both.isDisjointFrom(crowded))
    .map(({ one, other, both }) => ({
      pair: [one, other] as [Part, Part],
      cost:
        (weigh(one.pages.difference(both)) * other.size + weigh(other.pages.difference(both)) * one.size) / both.size,
    }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ pair }) => pair);
}

/** True when a part that one of the two imports, perhaps through others, imports the other one. */
function importEachOther(pair: readonly [Part, Part], parts: readonly Part[]): boolean {
  const inside = new Set(pair);
  const visited = new Set<Part>();
  const queue = pair.flatMap((part) => importsOf(part, parts)).filter((part) => !inside.has(part));
  for (const part of queue) {
    if (inside.has(part)) return true;
    if (visited.has(part)) continue;
    visited.add(part);
    queue.push(...importsOf(part, parts));
  }
  return false;
}

function importsOf(part: Part, parts: readonly Part[]): Part[] {
  const names = new Set(part.chunks.flatMap(({ imports }) => imports));
  return parts.filter((other) => other !== part && other.chunks.some(({ fileName }) => names.has(fileName)));
}

/** What is imported comes before what imports it. */
function inLoadingOrder(parts: readonly Part[]): Part[] {
  const ordered = new Set<Part>();
  const add = (part: Part) => {
    if (ordered.has(part)) return;
    for (const imported of importsOf(part, parts)) add(imported);
    ordered.add(part);
  };
  for (const part of parts) add(part);
  return [...ordered];
}
