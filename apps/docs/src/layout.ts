import { escapeHtml } from './highlight.ts';
import { addressOf, type Page } from './markdown.ts';
import { sections } from './navigation.ts';

const assets = '/docs/assets';

/** A page's neighbours in reading order, and the titles of all pages by name. */
export interface Place {
  readonly titles: ReadonlyMap<string, string>;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The whole page. It works without JavaScript; the content policy allows no script or style in it. */
export function pageHtml(page: Page, place: Place): string {
  const isFront = page.name === 'index';
  return `<!doctype html>
<html lang="${page.language}">
${head(isFront ? 'Cyno documentation' : `${page.title} · Cyno documentation`, page.summary)}
<body>
<a class="skip" href="#content">Skip to the content</a>
${header()}
<div class="frame">
<nav class="pages" id="pages" popover aria-label="Pages">
${navigation(page.name, place)}
</nav>
<main id="content" tabindex="-1">
${isFront ? '' : outline(page, 'details')}
<article>
${page.html}
</article>
${isFront ? '' : neighbours(place)}
</main>
${isFront ? '' : outline(page, 'aside')}
</div>
</body>
</html>
`;
}

/** The response to an unknown address below \`/docs/\`. */
export function notFoundHtml(): string {
  return `<!doctype html>
<html lang="en">
${head('Not found · Cyno documentation', 'This page does not exist.')}
<body>
${header()}
<main id="content" class="alone">
<h1>There is no such page</h1>
<p>It may have moved. <a href="/docs/">The front page of the documentation</a> lists all pages.</p>
</main>
</body>
</html>
`;
}

function head(title: string, summary: string): string {
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(summary)}">
<link rel="icon" href="${assets}/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${assets}/fonts/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets}/docs.css">
<script src="${assets}/theme.js"></script>
<script type="module" src="${assets}/docs.js"></script>
</head>`;
}

function header(): string {
  const logo = (file: string, theme: string) =>
    `<img class="for-${theme}" src="${assets}/${file}" alt="Cyno" height="26">`;
  return `<header class="bar">
<button type="button" class="bar-button menu-button" popovertarget="pages" aria-label="Pages">${icons.menu}</button>
<a class="logo" href="/docs/" aria-label="Cyno documentation">${logo('logo-dark.svg', 'light')}${logo('logo-white.svg', 'dark')}<span>Docs</span></a>
<button type="button" class="search-button" data-does="search" aria-label="Search" aria-keyshortcuts="Control+K Meta+K /" hidden>${icons.search}<span>Search</span><kbd>/</kbd></button>
<button type="button" class="bar-button" data-does="theme" aria-label="Change between light and dark" hidden>${icons.theme}</button>
<a class="app-link" href="/device">Open Cyno</a>
</header>`;
}

function navigation(current: string, { titles }: Place): string {
  const item = (name: string) => {
    const here = name === current ? ' aria-current="page"' : '';
    const language = name.startsWith('th/') ? ' lang="th"' : '';
    return `<li><a href="${addressOf(name)}"${here}${language}>${escapeHtml(titles.get(name) ?? name)}</a></li>`;
  };
  return sections
    .map(({ title, pages }) => `<p class="pages-title">${title}</p>\n<ul>\n${pages.map(item).join('\n')}\n</ul>`)
    .join('\n');
}

/** On wide screens it stands beside the text, on others it is folded above it. */
function outline({ headings }: Page, kind: 'aside' | 'details'): string {
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ id, level, text }) => `<li class="outline-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  const list = `<ul>\n${items.join('\n')}\n</ul>`;
  return kind === 'aside'
    ? `<nav class="outline" aria-label="On this page"><p>On this page</p>\n${list}</nav>`
    : `<details class="outline-folded"><summary>On this page</summary>\n${list}</details>`;
}

function neighbours({ titles, previous, next }: Place): string {
  const link = (name: string, word: string, rel: string) =>
    `<a class="to-${rel}" rel="${rel}" href="${addressOf(name)}"><span>${word}</span>${escapeHtml(titles.get(name) ?? name)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">
${previous ? link(previous, 'Previous', 'prev') : ''}
${next ? link(next, 'Next', 'next') : ''}
</nav>`;
}

const icon = (path: string) =>
  `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
const icons = {
  menu: icon('<path d="M4 6h16M4 12h16M4 18h16"/>'),
  search: icon('<circle cx="10" cy="10" r="7"/><path d="m21 21-6-6"/>'),
  theme: icon('<circle cx="12" cy="12" r="9"/><path d="M12 3v18a9 9 0 0 0 0-18z" fill="currentColor"/>'),
};
