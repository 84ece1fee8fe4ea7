import { escapeHtml } from './highlight.ts';
import { frameTexts, type Language, languages } from './languages.ts';
import { addressOf, type Page } from './markdown.ts';
import { sections } from './navigation.ts';

const assets = '/docs/assets';

/** A page's neighbours in reading order, and all pages of its language by name. */
export interface Place {
  readonly pages: ReadonlyMap<string, Page>;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The whole page. It works without JavaScript; the content policy allows no script or style in it. */
export function pageHtml(page: Page, place: Place): string {
  const isFront = page.name === 'index';
  const texts = frameTexts[page.language];
  const isTranslated = page.language === page.textLanguage;
  return `<!doctype html>
<html lang="${page.language}">
${head(isFront ? texts.site : `${page.title} · ${texts.site}`, page)}
<body>
<a class="skip" href="#content">${texts.skip}</a>
${header(page)}
<div class="frame">
<nav class="pages" id="pages" popover aria-label="${texts.pages}">
${navigation(page, place)}
</nav>
<main id="content" tabindex="-1">
${isFront ? '' : outline(page, 'details')}
${isTranslated ? '' : `<p class="untranslated">${texts.untranslated}</p>`}
<article${langOf(page)}>
${page.html}
</article>
${isFront ? '' : neighbours(page, place)}
</main>
${isFront ? '' : outline(page, 'aside')}
</div>
</body>
</html>
`;
}

/** The response to an unknown address below `/docs/`, or below that of a language. */
export function notFoundHtml(language: Language): string {
  const { site, notFound } = frameTexts[language];
  const front = { name: 'index', language };
  return `<!doctype html>
<html lang="${language}">
${head(`${notFound.title} · ${site}`, { ...front, summary: notFound.heading })}
<body>
${header(front)}
<main id="content" class="alone">
<h1>${notFound.heading}</h1>
<p>${notFound.text((label) => `<a href="${addressOf('index', language)}">${label}</a>`)}</p>
</main>
</body>
</html>
`;
}

/** Marks text in another language than that of the page around it. */
const langOf = ({ language, textLanguage }: Page): string =>
  language === textLanguage ? '' : ` lang="${textLanguage}"`;

type Address = Pick<Page, 'name' | 'language'>;

const othersOf = ({ language }: Address): Language[] => languages.filter((other) => other !== language);

function head(title: string, page: Address & Pick<Page, 'summary'>): string {
  const alternates = othersOf(page).map(
    (other) => `<link rel="alternate" hreflang="${other}" href="${addressOf(page.name, other)}">`,
  );
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.summary)}">
${alternates.join('\n')}
<link rel="icon" href="${assets}/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${assets}/fonts/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets}/docs.css">
<script src="${assets}/theme.js"></script>
<script type="module" src="${assets}/docs.js"></script>
</head>`;
}

function header(page: Address): string {
  const texts = frameTexts[page.language];
  const switches = othersOf(page).map((other) => {
    const { name, shortName } = frameTexts[other];
    return `<a class="bar-button language-link" href="${addressOf(page.name, other)}" hreflang="${other}" lang="${other}" title="${name}">${shortName}</a>`;
  });
  const logo = (file: string, theme: string) =>
    `<img class="for-${theme}" src="${assets}/${file}" alt="Cyno" height="26">`;
  return `<header class="bar">
<button type="button" class="bar-button menu-button" popovertarget="pages" aria-label="${texts.pages}">${icons.menu}</button>
<a class="logo" href="${addressOf('index', page.language)}" aria-label="${texts.site}">${logo('logo-dark.svg', 'light')}${logo('logo-white.svg', 'dark')}<span>Docs</span></a>
<button type="button" class="search-button" data-does="search" aria-label="${texts.search}" aria-keyshortcuts="Control+K Meta+K /" hidden>${icons.search}<span>${texts.search}</span><kbd>/</kbd></button>
<button type="button" class="bar-button" data-does="theme" aria-label="${texts.theme}" hidden>${icons.theme}</button>
${switches.join('\n')}
<a class="app-link" href="/device">${texts.app}</a>
</header>`;
}

function navigation({ name: current, language }: Page, { pages }: Place): string {
  const item = (name: string) => {
    const here = name === current ? ' aria-current="page"' : '';
    return `<li>${linkTo(pages.get(name), here)}</li>`;
  };
  const titles = frameTexts[language].sections;
  return sections
    .map(
      ({ name, pages: names }) =>
        `<p class="pages-title">${titles[name]}</p>\n<ul>\n${names.map(item).join('\n')}\n</ul>`,
    )
    .join('\n');
}

const linkTo = (page: Page | undefined, attributes: string): string =>
  page
    ? `<a href="${addressOf(page.name, page.language)}"${attributes}${langOf(page)}>${escapeHtml(page.title)}</a>`
    : '';

/** On wide screens it stands beside the text, on others it is folded above it. */
function outline({ headings, language }: Page, kind: 'aside' | 'details'): string {
  const title = frameTexts[language].outline;
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ id, level, text }) => `<li class="outline-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  const list = `<ul>\n${items.join('\n')}\n</ul>`;
  return kind === 'aside'
    ? `<nav class="outline" aria-label="${title}"><p>${title}</p>\n${list}</nav>`
    : `<details class="outline-folded"><summary>${title}</summary>\n${list}</details>`;
}

function neighbours({ language }: Page, { pages, previous, next }: Place): string {
  const texts = frameTexts[language];
  const link = (name: string, word: string, rel: string) => {
    const page = pages.get(name);
    if (!page) return '';
    const title = `<span${langOf(page)}>${escapeHtml(page.title)}</span>`;
    return `<a class="to-${rel}" rel="${rel}" href="${addressOf(name, language)}"><span>${word}</span>${title}</a>`;
  };
  return `<nav class="neighbours" aria-label="${texts.neighbours}">
${previous ? link(previous, texts.previous, 'prev') : ''}
${next ? link(next, texts.next, 'next') : ''}
</nav>`;
}

const icon = (path: string) =>
  `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
const icons = {
  menu: icon('<path d="M4 6h16M4 12h16M4 18h16"/>'),
  search: icon('<circle cx="10" cy="10" r="7"/><path d="m21 21-6-6"/>'),
  theme: icon('<circle cx="12" cy="12" r="9"/><path d="M12 3v18a9 9 0 0 0 0-18z" fill="currentColor"/>'),
};
