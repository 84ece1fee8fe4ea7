import type { Entry } from './search-options.ts';
import { pageTexts } from './texts.ts';

type Search = (query: string) => readonly Entry[];

const maxResults = 12;
let dialog: HTMLDialogElement | undefined;
let search: Promise<Search> | undefined;

/** Opens the search; its index is loaded the first time. */
export function openSearch(): void {
  if (dialog?.open) return;
  dialog ??= makeDialog();
  dialog.showModal();
  dialog.querySelector('input')?.select();
}

/** Rejects when the index cannot be loaded; then the next use tries again. */
function loadSearch(): Promise<Search> {
  search ??= import('./search-index.ts').then(({ load }) => load());
  search.catch(() => {
    search = undefined;
  });
  return search;
}

function makeDialog(): HTMLDialogElement {
  const made = element('dialog', { className: 'search', ariaLabel: pageTexts.search });
  const input = element('input', { type: 'search', placeholder: pageTexts.search, autocomplete: 'off' });
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-label': pageTexts.search,
    'aria-controls': 'search-results',
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
  })) {
    input.setAttribute(name, value);
  }
  const list = element('ul', { id: 'search-results', role: 'listbox', ariaLabel: pageTexts.results });
  const status = element('p', { className: 'search-status', role: 'status' });
  made.append(input, list, status);
  input.addEventListener('input', () => void showResults(input, list, status));
  input.addEventListener('keydown', (event) => walk(event, input, list));
  // The backdrop is the dialog itself outside of its content.
  made.addEventListener('click', (event) => event.target === made && made.close());
  document.body.append(made);
  return made;
}

async function showResults(input: HTMLInputElement, list: HTMLElement, status: HTMLElement): Promise<void> {
  const query = input.value;
  try {
    const found = (await loadSearch())(query).slice(0, maxResults);
    if (query !== input.value) return;
    list.replaceChildren(...found.map(resultOf));
    choose(list.firstElementChild, input, list);
    status.textContent = query === '' || found.length > 0 ? '' : pageTexts.nothing(query);
  } catch {
    status.textContent = pageTexts.failed;
  }
}

function resultOf({ id, page, heading, excerpt }: Entry, index: number): HTMLElement {
  const item = element('li', { id: `search-result-${index}`, role: 'option' });
  item.append(element('strong', { textContent: heading ? `${page} › ${heading}` : page }));
  if (excerpt) item.append(element('span', { textContent: excerpt }));
  item.addEventListener('click', () => {
    // A place on this page would leave the dialog open.
    dialog?.close();
    // From where this script is, since the server may be below a path.
    location.assign(new URL(`../..${id}`, import.meta.url));
  });
  return item;
}

/** The arrows choose and Enter opens, while the search field keeps the focus. */
function walk(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const chosen = list.querySelector<HTMLElement>('[aria-selected="true"]');
  if (event.key === 'ArrowDown') choose(chosen?.nextElementSibling ?? list.firstElementChild, input, list);
  else if (event.key === 'ArrowUp') choose(chosen?.previousElementSibling ?? list.lastElementChild, input, list);
  else if (event.key === 'Enter') chosen?.click();
  // The browser would only empty the field.
  else if (event.key === 'Escape') dialog?.close();
  else return;
  event.preventDefault();
}

function choose(item: Element | null, input: HTMLElement, list: HTMLElement): void {
  for (const each of list.children) each.setAttribute('aria-selected', String(each === item));
  if (item) input.setAttribute('aria-activedescendant', item.id);
  else input.removeAttribute('aria-activedescendant');
  item?.scrollIntoView({ block: 'nearest' });
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}
