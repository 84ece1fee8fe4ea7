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
  /** Those that fetch it: they need one of its chunks, or fetch a part that imports it. */
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
    const needs = needsOf(parts);
    const pair = cheapestPairs(parts, { crowded, often, start, needs }).find((each) => !importEachOther(each, needs));
    if (!pair) return inLoadingOrder(parts).map((part) => part.chunks.flatMap(({ moduleIds }) => moduleIds));
    parts = withFetched([...parts.filter((part) => !pair.includes(part)), join(pair)]);
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

/** The parts that each part imports, also through others. */
type Needs = ReadonlyMap<Part, ReadonlySet<Part>>;

function needsOf(parts: readonly Part[]): Needs {
  const direct = new Map(parts.map((part) => [part, importsOf(part, parts)]));
  return new Map(
    parts.map((part) => {
      const all = new Set(direct.get(part));
      // A set that grows while it is read is read to its end.
      for (const needed of all) for (const imported of direct.get(needed) ?? []) all.add(imported);
      return [part, all];
    }),
  );
}

/** The parts with the pages that fetch them since two were joined: what one of them imports is fetched with the other as well. */
function withFetched(parts: readonly Part[]): Part[] {
  const needs = needsOf(parts);
  return parts.map((part) => ({
    ...part,
    pages: parts.reduce((pages, other) => (needs.get(other)?.has(part) ? pages.union(other.pages) : pages), part.pages),
  }));
}

type Weights = Pick<PlanOptions, 'often' | 'start'> & { crowded: ReadonlySet<string>; needs: Needs };

/** Pairs that make a crowded page fetch fewer files, those first that cost the fewest bytes in vain for each file less. */
function cheapestPairs(parts: readonly Part[], { crowded, often, start, needs }: Weights): [Part, Part][] {
  const weigh = (pages: ReadonlySet<string>) => pages.size + (oftenWeight - 1) * pages.intersection(often).size;
  const others = parts.filter(({ pages }) => !pages.has(start));
  /** Bytes that pages fetch in vain when they fetch `part` as well. */
  const inVain = (part: Part, pages: ReadonlySet<string>) =>
    pages.size === 0
      ? 0
      : [part, ...(needs.get(part) ?? [])].reduce(
          (sum, each) => sum + weigh(pages.difference(each.pages)) * each.size,
          0,
        );
  return others
    .flatMap((one, index) =>
      others.slice(index + 1).map((other) => ({ one, other, both: one.pages.intersection(other.pages) })),
    )
    .filter(({ both }) => !both.isDisjointFrom(crowded))
    .map(({ one, other, both }) => ({
      pair: [one, other] as [Part, Part],
      cost: (inVain(other, one.pages.difference(both)) + inVain(one, other.pages.difference(both))) / both.size,
    }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ pair }) => pair);
}

/** True when a part that one of the two imports, perhaps through others, imports the other one. */
function importEachOther(pair: readonly [Part, Part], needs: Needs): boolean {
  const between = pair.flatMap((part) => [...(needs.get(part) ?? [])]).filter((part) => !pair.includes(part));
  return between.some((part) => pair.some((end) => needs.get(part)?.has(end)));
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
