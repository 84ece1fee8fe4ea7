import { join, relative, sep } from 'node:path';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';
import type { FirstLoad } from '../../src/first-load/first-load.ts';
import { firstPages, frameParts, frameRequests, oftenPages, startPage } from '../../src/first-load/first-pages.ts';
import { type Chunk, type FilesOfPages, planChunks } from './plan-chunks.ts';

/** Two rounds of requests over HTTP/1.1, six files each, after that of the entry. */
const maxFiles = 13;
/** Catalogues of a page in one language; fewer would make pages fetch half as much again in vain. */
const maxCatalogueFiles = 5;
const entry = 'app/main.tsx';
/** Fonts that a language needs besides that of index.html: text that waited for them would move. */
const fontsOf: Readonly<Record<string, RegExp>> = { th: /ibm-plex-sans-thai-[^/]+\.woff2$/ };

/**
 * Makes the first visit fast: joins what each page needs into few files, and writes `first-load.js`, which fetches all of them in one go.
 * `plugins` are those that make JavaScript of the sources: the app is built twice, first to see what belongs to which page.
 */
export function firstLoad(root: string, plugins: () => PluginOption[]): Plugin {
  const source = join(root, 'src');
  return {
    name: 'cyno-first-load',
    apply: 'build',
    async config({ build: options }) {
      const probe = { ...options, write: false, minify: false, reportCompressedSize: false };
      const built = await build({ configFile: false, root, logLevel: 'error', plugins: plugins(), build: probe });
      const chunks = chunksOf((built as Rolldown.RolldownOutput).output).map(
        ({ fileName, imports, moduleIds, code }): ProbedChunk => ({
          fileName,
          imports,
          moduleIds,
          size: code.length,
          texts: cataloguesOf(code),
        }),
      );
      const filesOf = filesOfPages(chunks, source);
      const visits = { start: startPage, often: oftenPages };
      const scripts = planChunks(chunks, filesOf, { ...visits, maxFiles });
      const fetched = withJoined(scripts, chunks, filesOf);
      const parts = [...scripts, ...planCatalogues(chunks, fetched, { ...visits, maxFiles: maxCatalogueFiles })];
      const groups = parts.map((modules, index) => {
        const members = new Set(modules);
        return { name: 'part', test: (id: string) => members.has(id), priority: parts.length - index };
      });
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
    // Before the style sheet, for which a script behind it would wait.
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: '/first-load.js' }, injectTo: 'head-prepend' }],
    generateBundle: {
      // After the one that writes index.html.
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        // The page is returned at every address: its files begin at the root, or at the path that the server writes before them.
        if (index?.type === 'asset') index.source = String(index.source).replaceAll(/(\s(?:href|src)=")\.\//g, '$1/');
        const chunks = chunksOf(Object.values(bundle));
        const textsOf = (fileName: string) => {
          const modules = chunks.find((chunk) => chunk.fileName === fileName)?.moduleIds ?? [];
          return modules.flatMap((id) => cataloguesOf(this.getModuleInfo(id)?.code ?? ''));
        };
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
        const data = dataOf(chunks, source, { textsOf, fonts });
        const script = await build({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          define: { firstLoad: JSON.stringify(data) },
          build: {
            write: false,
            rolldownOptions: { input: join(source, 'first-load/first-load.ts'), output: { format: 'iife' } },
          },
        });
        const [code] = chunksOf((script as Rolldown.RolldownOutput).output);
        if (code) this.emitFile({ type: 'asset', fileName: 'first-load.js', source: code.code });
      },
    },
  };
}

const chunksOf = (output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Rolldown.OutputChunk[] =>
  output.filter((each) => each.type === 'chunk');

/** The files of each page, and of the entry alone: those with its parts, and what these import. */
function filesOfPages(
  chunks: readonly Pick<Chunk, 'fileName' | 'imports' | 'moduleIds'>[],
  source: string,
): Map<string, ReadonlySet<string>> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const fileOf = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName] as const)));
  return new Map(
    [{ path: entry, open: true, parts: [] }, ...firstPages].map(({ path, open, parts }) => {
      const modules = [entry, ...(open ? [] : frameParts), ...parts];
      const files = new Set(modules.map((module) => fileWith(join(source, module), fileOf)));
      // A set that grows while it is read is read to its end.
      for (const file of files) for (const imported of byName.get(file)?.imports ?? []) files.add(imported);
      return [path, files];
    }),
  );
}

function fileWith(module: string, fileOf: ReadonlyMap<string, string>): string {
  const file = fileOf.get(module.replaceAll(sep, '/'));
  if (!file) throw new Error(`${module} of src/first-load/first-pages.ts is in no file of the app.`);
  return file;
}

/** A chunk of the first build, with the catalogues of its texts. */
interface ProbedChunk extends Chunk {
  readonly texts: readonly string[];
}

/** The catalogues that a module requests when it is loaded (`messages-plugin.ts`). */
const cataloguesOf = (code: string): string[] =>
  [...code.matchAll(/addCatalogue\(["']([\w-]+)["']\)/g)].flatMap(([, name]) => name ?? []);

/** The `page.ts` of a language. */
const alwaysNeeded = ['page'];

/** The file of each catalogue, by its language and its name. */
function findCatalogues<Each extends Pick<Chunk, 'moduleIds'>>(
  chunks: readonly Each[],
): Map<string, Map<string, Each>> {
  const found = new Map<string, Map<string, Each>>();
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      const [, language, name] = /\/locales\/([\w-]+)\/([\w-]+(?=\.po)|page(?=\.ts))/.exec(id) ?? [];
      if (!language || !name) continue;
      found.set(language, (found.get(language) ?? new Map<string, Each>()).set(name, chunk));
    }
  }
  return found;
}

/** The chunks that each page fetches when those of each part are one file: also what was joined with what it needs, and what that imports. */
function withJoined(
  parts: readonly (readonly string[])[],
  chunks: readonly ProbedChunk[],
  filesOf: FilesOfPages,
): FilesOfPages {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const partOf = new Map(parts.flatMap((modules, part) => modules.map((id) => [id, part] as const)));
  const byPart = Map.groupBy(chunks, ({ moduleIds }) => partOf.get(moduleIds[0] ?? ''));
  return new Map(
    [...filesOf].map(([page, files]) => {
      const all = new Set(files);
      // A set that grows while it is read is read to its end.
      for (const file of all) {
        const { moduleIds = [], imports = [] } = byName.get(file) ?? {};
        for (const { fileName } of byPart.get(partOf.get(moduleIds[0] ?? '')) ?? []) all.add(fileName);
        for (const imported of imports) all.add(imported);
      }
      return [page, all];
    }),
  );
}

/** The catalogues of each language, joined as the pages need them. */
function planCatalogues(
  chunks: readonly ProbedChunk[],
  filesOf: FilesOfPages,
  options: Parameters<typeof planChunks>[2],
): string[][] {
  const textsOf = new Map(chunks.map(({ fileName, texts }) => [fileName, texts]));
  return [...findCatalogues(chunks).values()].flatMap((catalogues) => {
    const pages = [...filesOf].map(([page, files]) => {
      const names = [...alwaysNeeded, ...[...files].flatMap((file) => textsOf.get(file) ?? [])];
      return [page, new Set(names.flatMap((name) => catalogues.get(name)?.fileName ?? []))] as const;
    });
    return planChunks([...new Set(catalogues.values())], new Map(pages), options);
  });
}

function dataOf(
  chunks: readonly Rolldown.OutputChunk[],
  source: string,
  { textsOf, fonts }: { textsOf: (fileName: string) => string[]; fonts: readonly string[] },
): FirstLoad {
  const locales = findCatalogues(chunks);
  const files: string[] = [];
  const numberOf = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const filesOf = filesOfPages(chunks, source);
  const pages = firstPages.map(({ path, open: isOpen = false, requests = [] }) => {
    const names = filesOf.get(path) ?? new Set();
    const texts = [...new Set([...names].flatMap(textsOf))];
    // Those of the entry are in index.html.
    const scripts = [...names].filter((file) => !filesOf.get(entry)?.has(file));
    return {
      path,
      // Only what is true of a page is sent: the login page waits for it.
      ...(isOpen && { isOpen: true as const }),
      ...(requests.length > 0 && { requests }),
      // In one order for all pages: lists that are like each other are compressed to little.
      files: [...scripts, ...scripts.flatMap((file) => stylesOf(chunks, file))].map(numberOf).sort(byNumber),
      texts: Object.fromEntries(
        [...locales].map(([language, catalogues]) => [
          language,
          [
            ...new Set([...alwaysNeeded, ...texts].flatMap((name) => catalogues.get(name)?.fileName ?? [])),
            ...fonts.filter((file) => fontsOf[language]?.test(file)),
          ]
            .map(numberOf)
            .sort(byNumber),
        ]),
      ),
    };
  });
  return {
    start: startPage,
    frameRequests,
    files: files.map((file) => relative('assets', file).replaceAll(sep, '/')),
    pages,
  };
}

const byNumber = (one: number, other: number): number => one - other;

const stylesOf = (chunks: readonly Rolldown.OutputChunk[], file: string): string[] => [
  ...(chunks.find(({ fileName }) => fileName === file)?.viteMetadata?.importedCss ?? []),
];
