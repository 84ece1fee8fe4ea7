import { stat } from 'node:fs/promises';
import type { WebDAVClient } from 'webdav';
import { credentialsOf, labelOf } from './address.ts';
import { explained, httpProblem } from './explain.ts';
import { type BackupTarget, isPart, partSuffix } from './target.ts';
import { uploadStream } from './upload-stream.ts';

/** Of requests that carry no archive. */
const timeoutMs = 30_000;

/** Backups in a folder of a WebDAV server, which is made when it is not there. */
export function webdavTarget(url: URL): BackupTarget {
  const label = labelOf(url);
  const root = `${url.protocol === 'webdavs:' ? 'https' : 'http'}://${url.host}`;
  const folder = decodeURI(url.pathname).replace(/\/+$/, '');
  const pathOf = (name: string) => `${folder}/${name}`;
  let opened: Promise<WebDAVClient> | undefined;
  const open = async () => {
    // Loaded only by those who use it.
    const { AuthType, createClient } = await import('webdav');
    const { user: username, password } = credentialsOf(url);
    const client = createClient(root, { authType: AuthType.Auto, username, password });
    if (folder !== '' && !(await client.exists(folder, within()))) {
      await client.createDirectory(folder, { recursive: true, ...within() });
    }
    return client;
  };
  const use = <Result>(work: (client: WebDAVClient) => Promise<Result>) =>
    explained(
      label,
      async () => {
        opened ??= open();
        return work(await opened);
      },
      (error) => httpProblem((error as { status?: number }).status),
    );
  const files = async (client: WebDAVClient) => {
    const found = await client.getDirectoryContents(folder === '' ? '/' : folder, within());
    return found.filter(({ type }) => type === 'file').map(({ basename, size }) => ({ name: basename, bytes: size }));
  };
  const remove = (name: string) =>
    use(async (client) => {
      await client.deleteFile(pathOf(name), within()).catch(ignoreMissing);
    });
  return {
    label,
    isRemote: true,
    list: () => use(async (client) => (await files(client)).filter(({ name }) => !name.endsWith(partSuffix))),
    put: (name, path, options) =>
      use(async (client) => {
        const part = pathOf(name + partSuffix);
        const { size } = await stat(path);
        const { stream, signal, end } = uploadStream(path, options);
        try {
          // Chunks without a length are refused by some servers.
          await client.putFileContents(part, stream, { signal, headers: { 'Content-Length': String(size) } });
          await client.moveFile(part, pathOf(name), { overwrite: true, ...within() });
        } catch (error) {
          await client.deleteFile(part, within()).catch(() => undefined);
          throw error;
        } finally {
          end();
        }
      }),
    read: (name) =>
      use(async (client) => {
        await client.stat(pathOf(name), within());
        return client.createReadStream(pathOf(name)) as import('node:stream').Readable;
      }),
    remove,
    removeUnfinished: async () => {
      const parts = (await use(files)).filter(({ name }) => isPart(name));
      for (const { name } of parts) await remove(name);
    },
    close: async () => {},
  };
}

const within = () => ({ signal: AbortSignal.timeout(timeoutMs) });

function ignoreMissing(error: Error & { status?: number }): void {
  if (error.status !== 404) throw error;
}
