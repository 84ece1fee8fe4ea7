import { openSearch } from './search.ts';
import { pageTexts } from './texts.ts';

const copiedMs = 1500;

for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block);
onButton('search', openSearch);
onButton('theme', changeTheme);

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  const isFind = event.key === 'k' && (event.ctrlKey || event.metaKey);
  if (!isFind && (event.key !== '/' || isTyping)) return;
  event.preventDefault();
  openSearch();
});

/** Buttons that need this script are hidden until it is there. */
function onButton(what: string, action: () => void): void {
  for (const button of document.querySelectorAll<HTMLElement>(`[data-does="${what}"]`)) {
    button.hidden = false;
    button.addEventListener('click', action);
  }
}

function changeTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    const stored = JSON.parse(localStorage.getItem('appearance') ?? '{}') ?? {};
    localStorage.setItem('appearance', JSON.stringify({ ...stored, theme: root.dataset.theme }));
  } catch {
    // Storage is switched off: the choice lives as long as the page.
  }
}

function addCopyButton(block: HTMLElement): void {
  // Without https or localhost the browser gives no clipboard.
  if (!navigator.clipboard) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = pageTexts.copy;
  button.addEventListener('click', async () => {
    const code = block.querySelector('code')?.textContent ?? '';
    const copied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? pageTexts.copied : pageTexts.notCopied;
    setTimeout(() => {
      button.textContent = pageTexts.copy;
    }, copiedMs);
  });
  block.append(button);
}
