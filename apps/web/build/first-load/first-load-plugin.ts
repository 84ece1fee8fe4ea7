import { join, relative, sep } from 'node:path';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';
import type { FirstLoad } from '../../src/first-load/first-load.ts';
import { firstPages, frameParts, oftenPages, startPage } from '../../src/first-load/first-pages.ts';
import { type Chunk, planChunks } from './plan-chunks.ts';

/** Two rounds of requests over HTTP/1.1, six files each, after that of the entry. */
const maxFiles = 13;
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
        ({ fileName, imports, moduleIds, code }): Chunk => ({ fileName, imports, moduleIds, size: code.length }),
      );
      const parts = planChunks(chunks, filesOfPages(chunks, source), { start: startPage, often: oftenPages, maxFiles });
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

/** The catalogues that a module requests when it is loaded (`messages-plugin.ts`). */
const cataloguesOf = (code: string): string[] =>
  [...code.matchAll(/addCatalogue\(["']([\w-]+)["']\)/g)].flatMap(([, name]) => name ?? []);

function dataOf(
  chunks: readonly Rolldown.OutputChunk[],
  source: string,
  { textsOf, fonts }: { textsOf: (fileName: string) => string[]; fonts: readonly string[] },
): FirstLoad {
  const locales = new Map(
    chunks.flatMap(({ fileName, facadeModuleId }) => {
      const found = /\/locales\/([\w-]+\/[\w-]+)\.(?:po|ts)$/.exec(facadeModuleId ?? '');
      return found?.[1] ? [[found[1], fileName] as const] : [];
    }),
  );
  const languages = [...new Set([...locales.keys()].map((key) => key.split('/')[0] ?? ''))];
  const files: string[] = [];
  const numberOf = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const filesOf = filesOfPages(chunks, source);
  const pages = firstPages.map(({ path, open: isOpen = false }) => {
    const names = filesOf.get(path) ?? new Set();
    const texts = [...new Set([...names].flatMap(textsOf))];
    // Those of the entry are in index.html.
    const scripts = [...names].filter((file) => !filesOf.get(entry)?.has(file));
    return {
      path,
      isOpen,
      files: [...scripts, ...scripts.flatMap((file) => stylesOf(chunks, file))].map(numberOf),
      texts: Object.fromEntries(
        languages.map((language) => [
          language,
          [
            ...['page', ...texts].flatMap((name) => locales.get(`${language}/${name}`) ?? []),
            ...fonts.filter((file) => fontsOf[language]?.test(file)),
          ].map(numberOf),
        ]),
      ),
    };
  });
  return { start: startPage, files: files.map((file) => relative('assets', file).replaceAll(sep, '/')), pages };
}

const stylesOf = (chunks: readonly Rolldown.OutputChunk[], file: string): string[] => [
  ...(chunks.find(({ fileName }) => fileName === file)?.viteMetadata?.importedCss ?? []),
];
