interface Rewriting {
  /** A text as the page shows it; one that is rewritten already stays. */
  readonly rewrite: (text: string) => string;
  /** A text as it was. */
  readonly restore: (text: string) => string;
}

/** What becomes the value of a field, what people copy into other programs, and what has no lines. */
const untouched = 'textarea, option, code, pre, svg';

/**
 * Rewrites every text of the page as it is drawn, before anybody sees it: those of the app, of the server, and of people. Names and values
 * that are no texts of the page (`aria-label`, what stands in fields) stay, and what is copied from the page is restored.
 */
export function rewriteTexts({ rewrite, restore }: Rewriting): void {
  const visit = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    // The walker begins at its root, which may be the text itself.
    for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) {
      if (!(text instanceof Text)) continue;
      const rewritten = rewrite(text.data);
      if (rewritten !== text.data && !text.parentElement?.closest(untouched)) text.data = rewritten;
    }
  };
  visit(document.body);
  const observer = new MutationObserver((mutations) => {
    for (const { type, target, addedNodes } of mutations) {
      if (type === 'characterData') visit(target);
      else for (const node of addedNodes) visit(node);
    }
    // What was rewritten just now.
    observer.takeRecords();
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.addEventListener('copy', (event) => {
    const copied = String(getSelection());
    if (event.defaultPrevented || restore(copied) === copied) return;
    event.clipboardData?.setData('text/plain', restore(copied));
    event.preventDefault();
  });
}
