import { vi } from 'vitest';

/** Takes the files that components save, in their order, in place of the browser's downloads. */
export function takeFiles(): { name: string; content: Blob }[] {
  const files: { name: string; content: Blob }[] = [];
  const contents = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = createUrl(content);
    if (content instanceof Blob) contents.set(url, content);
    return url;
  });
  const click = HTMLAnchorElement.prototype.click;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function take(this: HTMLAnchorElement) {
    const content = contents.get(this.href);
    if (content) files.push({ name: this.download, content });
    else click.call(this);
  });
  return files;
}
