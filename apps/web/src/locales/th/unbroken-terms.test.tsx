import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { chooseLanguage } from '../../lib/language/language.ts';
import { productTerms, withoutMarks, withUnbrokenTerms } from './unbroken-terms.ts';

const catalogues = import.meta.glob('./*.po', { import: 'messages', eager: true });
/** Every run of Thai letters in the texts of the pages: within it, only a dictionary finds where a word ends. */
const runs = [...new Set(JSON.stringify(catalogues).match(/[\u0E01-\u0E4E]+/g))];

/** The lines of a text that is as narrow as the browser lets it be. */
function linesOf(text: string, block: HTMLElement): string[] {
  block.textContent = text;
  const lines: string[] = [];
  const range = document.createRange();
  let top = -Infinity;
  for (const [index, letter] of Array.from(text).entries()) {
    range.setStart(block.firstChild as Text, index);
    range.setEnd(block.firstChild as Text, index + 1);
    const box = [...range.getClientRects()].at(-1);
    if (box && box.top > top + box.height / 2) {
      lines.push('');
      top = box.top;
    }
    lines.push((lines.pop() ?? '') + letter);
  }
  return lines.map(withoutMarks);
}

/** Whether a line of the text ends within one of the terms. */
const isCut = (lines: readonly string[]) => {
  const text = lines.join('');
  const ends = lines.map((_, index) => lines.slice(0, index + 1).join('').length);
  return productTerms.some((term) => {
    const starts = [...text.matchAll(new RegExp(`${term}(?![\\u0E30-\\u0E3A\\u0E45-\\u0E4E])`, 'g'))];
    return starts.some(({ index }) => ends.some((end) => end > index && end < index + term.length));
  });
};

async function narrowBlock(): Promise<HTMLElement> {
  const screen = await render(<p lang="th" data-testid="block" style={{ width: 1 }} />);
  return screen.getByTestId('block').element() as HTMLElement;
}

it('no line ends within a word of the product, nor leaves a single letter, in any text of the pages', async () => {
  const block = await narrowBlock();
  const lines = runs.map((run) => linesOf(withUnbrokenTerms(run), block));
  const isLetter = (line: string) => line.length === 1 && line !== 'ๆ' && line !== 'ณ';
  expect(lines.filter((each) => isCut(each) || (each.length > 1 && each.some(isLetter)))).toEqual([]);
});

it('without them lines end within such words: this test would notice', async () => {
  expect(isCut(linesOf('เพิ่มวิดเจ็ต', await narrowBlock()))).toBe(true);
});

it('marks a text once, and gives back what it was', () => {
  const marked = withUnbrokenTerms('รีสตาร์ตบอร์ดแล้วเพิ่มวิดเจ็ต');
  expect(marked).toContain('วิด\u2060เจ็ต');
  expect(withUnbrokenTerms(marked)).toBe(marked);
  expect(withoutMarks(marked)).toBe('รีสตาร์ตบอร์ดแล้วเพิ่มวิดเจ็ต');
});

function Page() {
  const [count, setCount] = useState(1);
  return (
    <>
      <button type="button" aria-label="วิดเจ็ต" onClick={() => setCount(count + 1)}>
        วิดเจ็ต {count}
      </button>
      <p>{`แดชบอร์ด ${count}`}</p>
      <textarea defaultValue="วิดเจ็ต" />
    </>
  );
}

it('words stay in one piece as a page in Thai changes, and are copied as they were', async () => {
  await chooseLanguage('th');
  const screen = await render(<Page />);
  const button = screen.getByRole('button', { name: 'วิดเจ็ต', exact: true });
  await expect.element(button).toHaveTextContent('วิด\u2060เจ็ต 1');
  await button.click();
  const text = screen.getByText('แด\u2060ช\u2060บอร์ด 2');
  await expect.element(text).toBeVisible();
  await expect.element(screen.getByRole('textbox')).toHaveValue('วิดเจ็ต');
  getSelection()?.selectAllChildren(text.element());
  const copying = new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
  text.element().dispatchEvent(copying);
  expect(copying.clipboardData?.getData('text/plain')).toBe('แดชบอร์ด 2');
  await chooseLanguage('en');
});
