import { withBase } from '../router/base-path.ts';

/** Has the browser save what a path of the server returns, which names the file unless `name` does; the page stays. */
export function startDownload(path: string, name = ''): void {
  const link = document.createElement('a');
  link.href = withBase(path);
  link.download = name;
  link.click();
}
