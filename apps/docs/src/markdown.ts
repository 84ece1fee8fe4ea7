import { posix } from 'node:path';
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';
import { escapeHtml, highlight } from './highlight.ts';
import { frameTexts, type Language, languages } from './languages.ts';

/** A heading of the second or third level. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A page in one language; `name` is the path of its first text below `content/`, without `.md`. */
export interface Page {
  readonly name: string;
  readonly title: string;
  /** What stands around the text. */
  readonly language: Language;
  /** Of the text itself: the first language where it is not translated. */
  readonly textLanguage: Language;
  readonly html: string;
  readonly headings: readonly Heading[];
  /** What stands under each heading as plain text; the first has no heading. */
  readonly texts: readonly { readonly heading: Heading | null; readonly text: string }[];
  /** The first paragraph as plain text. */
  readonly summary: string;
}

/** A text of a page, with what it needs of the files around it. */
export interface Source extends Pick<Page, 'name' | 'language' | 'textLanguage'> {
  readonly markdown: string;
  /** Gives the address and the size of a picture, by its path relative to the file of the text. */
  picture(path: string): { address: string; width: number; height: number };
}

/** The address of a page on the server. */
export function addressOf(name: string, language: Language): string {
  const folder = language === languages[0] ? '/docs/' : `/docs/${language}/`;
  return name === 'index' ? folder : `${folder}${name}/`;
}

/** The file of a text below `content/`, without `.md`. */
export function fileOf(name: string, language: Language): string {
  return language === languages[0] ? name : `${language}/${name}`;
}

/** Reads a page; throws when it does not begin with a title. */
export function readPage(source: Source): Page {
  const { name, language, textLanguage, markdown } = source;
  const reader = createMarkdown({ html: false, typographer: false });
  const tokens = reader.parse(markdown, {});
  const [opening, title] = tokens;
  if (opening?.tag !== 'h1' || !title) throw new Error(`${name}.md must begin with its title.`);
  const headings = nameHeadings(tokens);
  markNotes(tokens, textLanguage);
  resolveLinks(tokens, source);
  setRules(reader, textLanguage);
  const texts = textsOf(tokens, headings);
  return {
    name,
    title: plain(title),
    language,
    textLanguage,
    html: reader.renderer.render(tokens, reader.options, {}),
    headings,
    texts,
    summary: plain(tokens[tokens.findIndex(({ type }) => type === 'paragraph_open') + 1]),
  };
}

/** An id at the end of a heading, `{#the-id}`: a translated heading has that of the first language, so that links lead to the same place. */
const givenId = /\s*\{#([\w-]+)\}$/;

/** Gives headings ids as GitHub does, so that links work there as well. */
function nameHeadings(tokens: Token[]): Heading[] {
  const used = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || !/h[23]/.test(token.tag)) return [];
    const last = tokens[index + 1]?.children?.at(-1);
    const given = givenId.exec(last?.content ?? '')?.[1];
    if (last) last.content = last.content.replace(givenId, '');
    const text = plain(tokens[index + 1]);
    const slug = (given ?? text)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}

/** A quotation that begins with `[!NOTE]`, `[!TIP]` or `[!WARNING]` is a note, as on GitHub. */
function markNotes(tokens: Token[], language: Language): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'blockquote_open') continue;
    const inline = tokens[index + 2];
    const [first, second] = inline?.children ?? [];
    const kind = /^\[!(\w+)\]$/.exec(first?.content ?? '')?.[1] ?? '';
    const title = frameTexts[language].notes[kind];
    if (!inline?.children || !title) continue;
    inline.children.splice(0, second?.type === 'softbreak' ? 2 : 1);
    token.attrSet('class', `note note-${kind.toLowerCase()}`);
    token.meta = { title };
  }
}

/** Links lead from file to file in the text, and from address to address on the site. */
function resolveLinks(tokens: Token[], { name, language, textLanguage, picture }: Source): void {
  const here = posix.dirname(fileOf(name, textLanguage));
  const ownFolder = fileOf('', textLanguage);
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'link_open') {
      const href = String(token.attrGet('href'));
      const [file = '', hash] = href.split('#');
      if (file.endsWith('.md')) {
        const target = posix.join(here, file.slice(0, -'.md'.length));
        const page = target.startsWith(ownFolder) ? target.slice(ownFolder.length) : target;
        token.attrSet('href', addressOf(page, language) + (hash ? `#${hash}` : ''));
      } else if (/^https?:/.test(href)) token.attrSet('rel', 'noopener noreferrer');
    }
    if (token.type === 'image') {
      const { address, width, height } = picture(String(token.attrGet('src')));
      token.attrSet('src', address);
      token.attrSet('width', String(width));
      token.attrSet('height', String(height));
      token.attrSet('loading', 'lazy');
    }
  }
}

function setRules(reader: MarkdownIt, language: Language): void {
  const texts = frameTexts[language];
  const { rules } = reader.renderer;
  rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const [language = ''] = info.trim().split(/\s+/);
    // It may scroll sideways, so the keyboard must reach it.
    return `<div class="code"><pre tabindex="0"><code class="language-${escapeHtml(language)}">${highlight(content, language)}</code></pre></div>\n`;
  };
  rules.table_open = () => `<div class="table" role="group" aria-label="${texts.table}" tabindex="0"><table>\n`;
  rules.table_close = () => '</table></div>\n';
  rules.heading_close = (tokens, index) => {
    const { tag = '' } = tokens[index] ?? {};
    const id = tokens[index - 2]?.attrGet('id');
    const name = escapeHtml(plain(tokens[index - 1]));
    const anchor = id ? ` <a class="anchor" href="#${id}" aria-label="${texts.linkTo(name)}">#</a>` : '';
    return `${anchor}</${tag}>\n`;
  };
  rules.blockquote_open = (tokens, index, options, _environment, self) => {
    const title = tokens[index]?.meta?.title;
    const opening = self.renderToken(tokens, index, options);
    return title ? `${opening}<p class="note-title">${title}</p>\n` : opening;
  };
}

function textsOf(tokens: Token[], headings: readonly Heading[]): Page['texts'] {
  const texts: { heading: Heading | null; text: string }[] = [{ heading: null, text: '' }];
  let next = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open' && /h[23]/.test(token.tag)) {
      texts.push({ heading: headings[next] ?? null, text: '' });
      next += 1;
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const last = texts.at(-1);
      if (last) last.text += `${plain(token)} `;
    }
  }
  return texts;
}

/** The text of an inline token, with breaks as blanks. */
function plain(token: Token | undefined): string {
  const children = token?.children ?? [];
  return children
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
    .trim();
}
