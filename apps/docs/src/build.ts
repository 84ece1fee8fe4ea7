import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { type Entry, indexNames, searchOptions } from '../browser/search-options.ts';
import { type Language, languages } from './languages.ts';
import { notFoundHtml, pageHtml } from './layout.ts';
import { addressOf, fileOf, type Page, readPage } from './markdown.ts';
import { pageNames } from './navigation.ts';
import { sizeOfPng } from './pictures.ts';
import { settingsMarkdown } from './settings-reference.ts';
import { styles } from './styles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const repository = join(root, '..', '..');
const content = join(root, 'content');
const web = join(repository, 'apps', 'web');
const scripts = ['theme', 'docs', 'search', 'search-index', 'search-options', 'texts'];
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
  const sites = await Promise.all(languages.map(readPages));
  const pictures = new Set(sites.flatMap((site) => site.pictures));
  await Promise.all([
    ...sites.flatMap(({ pages }) => writePages(pages, target)),
    ...sites.map(({ pages, language }) => write(join(assets, indexNames[language]), searchIndex(pages))),
    ...scripts.map((name) => writeScript(name, assets)),
    ...copies.map(([from, to]) => cp(from, join(assets, to), { recursive: true })),
    ...[...pictures].map((path) => cp(path, join(assets, 'pictures', basename(path)))),
    ...languages.map((language) =>
      write(join(target, folderOf('index', language), '404.html'), notFoundHtml(language)),
    ),
    write(join(assets, 'docs.css'), await styles(join(web, 'src/ui/theme'), join(root, 'assets'))),
  ]);
}

function writePages(pages: readonly Page[], target: string): Promise<void>[] {
  const byName = new Map(pages.map((page) => [page.name, page]));
  return pages.map((page, index) => {
    const place = { pages: byName, previous: pages[index - 1]?.name, next: pages[index + 1]?.name };
    return write(join(target, folderOf(page.name, page.language), 'index.html'), pageHtml(page, place));
  });
}

const folderOf = (name: string, language: Language): string => addressOf(name, language).replace('/docs/', '');

interface Site {
  readonly language: Language;
  readonly pages: Page[];
  readonly pictures: string[];
}

/** Every page in reading order, and the pictures that they show. What is not translated is in the first language. */
export async function readPages(language: Language): Promise<Site> {
  const texts = await Promise.all(pageNames.map((name) => readText(name, language)));
  const pictures = new Map<string, Buffer>();
  for (const { markdown, file } of texts) {
    for (const [, link = ''] of markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
      const path = pathOf(file, link);
      pictures.set(path, await readFile(path));
    }
  }
  const pages = texts.map(({ file, ...text }) => {
    const picture = (link: string) => {
      const path = pathOf(file, link);
      return {
        address: `/docs/assets/pictures/${basename(path)}`,
        ...sizeOfPng(pictures.get(path) ?? Buffer.alloc(0)),
      };
    };
    return readPage({ ...text, language, markdown: text.markdown.replace('{{settings}}', settingsMarkdown), picture });
  });
  return { language, pages, pictures: [...pictures.keys()] };
}

async function readText(name: string, language: Language) {
  const [first] = languages;
  const textLanguage = existsSync(join(content, `${fileOf(name, language)}.md`)) ? language : first;
  const file = fileOf(name, textLanguage);
  return { name, textLanguage, file, markdown: await readFile(join(content, `${file}.md`), 'utf8') };
}

const pathOf = (file: string, link: string) => join(content, dirname(file), link);

function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<Entry & { text: string }>(searchOptions);
  for (const { name, language, title, texts } of pages) {
    for (const { heading, text } of texts) {
      const id = addressOf(name, language) + (heading ? `#${heading.id}` : '');
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
