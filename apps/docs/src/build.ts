import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { type Entry, searchOptions } from '../browser/search-options.ts';
import { notFoundHtml, pageHtml } from './layout.ts';
import { addressOf, type Page, readPage } from './markdown.ts';
import { pageNames } from './navigation.ts';
import { sizeOfPng } from './pictures.ts';
import { settingsMarkdown } from './settings-reference.ts';
import { styles } from './styles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const repository = join(root, '..', '..');
const content = join(root, 'content');
const web = join(repository, 'apps', 'web');
const scripts = ['theme', 'docs', 'search', 'search-index', 'search-options'];
const excerptLength = 120;
const copies = [
  [join(web, 'public/favicon.svg'), 'favicon.svg'],
  [join(web, 'public/layout/images/logo-dark.svg'), 'logo-dark.svg'],
  [join(web, 'public/layout/images/logo-white.svg'), 'logo-white.svg'],
  [join(web, 'src/ui/theme/fonts'), 'fonts'],
  [join(repository, 'node_modules/minisearch/dist/es/index.js'), 'minisearch.js'],
] as const;

/** Writes the whole site into `target`, which is emptied before; throws when a page or a picture is missing. */
export async function buildSite(target: string): Promise<void> {
  const assets = join(target, 'assets');
  await rm(target, { recursive: true, force: true });
  await mkdir(join(assets, 'pictures'), { recursive: true });
  const { pages, pictures } = await readPages();
  const titles = new Map(pages.map(({ name, title }) => [name, title]));
  await Promise.all([
    ...pages.map((page, index) => {
      const place = { titles, previous: pages[index - 1]?.name, next: pages[index + 1]?.name };
      return write(join(target, page.name === 'index' ? '' : page.name, 'index.html'), pageHtml(page, place));
    }),
    ...scripts.map((name) => writeScript(name, assets)),
    ...copies.map(([from, to]) => cp(from, join(assets, to), { recursive: true })),
    ...pictures.map((path) => cp(path, join(assets, 'pictures', basename(path)))),
    write(join(target, '404.html'), notFoundHtml()),
    write(join(assets, 'docs.css'), await styles(join(web, 'src/ui/theme'), join(root, 'assets'))),
    write(join(assets, 'search-index.json'), searchIndex(pages)),
  ]);
}

/** Every page in reading order, and the pictures that they show. */
export async function readPages(): Promise<{ pages: Page[]; pictures: string[] }> {
  const pictures = new Map<string, Buffer>();
  const files = await Promise.all(pageNames.map((name) => readFile(join(content, `${name}.md`), 'utf8')));
  for (const [, path = ''] of files.flatMap((text, index) =>
    [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, link = '']) => [link, pathOf(pageNames[index] ?? '', link)]),
  )) {
    pictures.set(path, await readFile(path));
  }
  const picture = (page: string, link: string) => {
    const path = pathOf(page, link);
    return { address: `/docs/assets/pictures/${basename(path)}`, ...sizeOfPng(pictures.get(path) ?? Buffer.alloc(0)) };
  };
  const pages = pageNames.map((name, index) => {
    const text = (files[index] ?? '').replace('{{settings}}', settingsMarkdown);
    return readPage(name, text, { picture });
  });
  return { pages, pictures: [...pictures.keys()] };
}

const pathOf = (page: string, link: string) => join(content, dirname(page), link);

function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<Entry & { text: string }>(searchOptions);
  for (const { name, title, texts } of pages) {
    for (const { heading, text } of texts) {
      const id = addressOf(name) + (heading ? `#${heading.id}` : '');
      index.add({ id, page: title, heading: heading?.text ?? '', text, excerpt: excerptOf(text.trim()) });
    }
  }
  return JSON.stringify(index);
}

function excerptOf(text: string): string {
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/ [^ ]*$/, '')} …`;
}

/** The browser gets the same scripts without their types. */
async function writeScript(name: string, assets: string): Promise<void> {
  const source = await readFile(join(root, 'browser', `${name}.ts`), 'utf8');
  const script = stripTypeScriptTypes(source)
    .replaceAll(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2')
    .replace(`from 'minisearch'`, `from './minisearch.js'`);
  await write(join(assets, `${name}.js`), script);
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

if (import.meta.main) await buildSite(join(root, 'dist'));
