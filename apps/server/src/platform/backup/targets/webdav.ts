import { stat } from 'node:fs/promises';
import { Agent } from 'node:http';
import { Agent as EncryptedAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { FileStat, WebDAVClient } from 'webdav';
import { credentialsOf, labelOf } from './address.ts';
import { explained, httpProblem } from './explain.ts';
import { readShort } from './limits.ts';
import { type BackupTarget, isLeftPart, partSuffix } from './target.ts';
import { uploadStream } from './upload-stream.ts';

/** Of requests that carry no archive. */
const timeoutMs = 30_000;
/** Of a list of files. */
const maxListBytes = 16 * 1024 ** 2;

/** Backups in a folder of a WebDAV server, which is made when it is not there. */
export function webdavTarget(url: URL): BackupTarget {
  const label = labelOf(url);
  const root = `${url.protocol === 'webdavs:' ? 'https' : 'http'}://${url.host}`;
  const folder = decodeURI(url.pathname).replace(/\/+$/, '');
  const pathOf = (name: string) => `${folder}/${name}`;
  const agents = {
    httpAgent: onlyTo(new Agent({ keepAlive: true }), new URL(root)),
    httpsAgent: onlyTo(new EncryptedAgent({ keepAlive: true }), new URL(root)),
  };
  let opened: Promise<WebDAVClient> | undefined;
  const open = async () => {
    // Loaded only by those who use it.
    const { AuthType, createClient } = await import('webdav');
    const { user: username, password } = credentialsOf(url);
    const client = createClient(root, { authType: AuthType.Auto, username, password, ...agents });
    if (folder !== '' && !(await isThere(client, folder))) {
      await inTime((options) => client.createDirectory(folder, { recursive: true, ...options }));
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
    const found = await listFolder(client, `${folder}/`);
    return found
      .filter(({ type }) => type === 'file')
      .map(({ basename, size, lastmod }) => ({ name: basename, bytes: size, at: Date.parse(lastmod) }));
  };
  const remove = (name: string) =>
    use(async (client) => {
      await inTime((options) => client.deleteFile(pathOf(name), options)).catch(ignoreMissing);
    });
  return {
    label,
    isRemote: true,
    list: () =>
      use(async (client) => {
        const whole = (await files(client)).filter(({ name }) => !name.endsWith(partSuffix));
        return whole.map(({ name, bytes }) => ({ name, bytes }));
      }),
    put: (name, path, options) =>
      use(async (client) => {
        const part = pathOf(name + partSuffix);
        const { size } = await stat(path);
        const { stream, signal, end } = uploadStream(path, options);
        try {
          // Chunks without a length are refused by some servers.
          await client.putFileContents(part, stream, { signal, headers: { 'Content-Length': String(size) } });
          await inTime((options) => client.moveFile(part, pathOf(name), { overwrite: true, ...options }));
        } catch (error) {
          await inTime((options) => client.deleteFile(part, options)).catch(() => undefined);
          throw error;
        } finally {
          end();
        }
      }),
    read: (name) =>
      use(async (client) => {
        // The stream of `createReadStream` never ends when the connection is cut.
        const response = await client.customRequest(pathOf(name), { method: 'GET' });
        return bodyOf(response);
      }),
    remove,
    removeUnfinished: async () => {
      const parts = (await use(files)).filter(({ name, at }) => isLeftPart(name, at));
      for (const { name } of parts) await remove(name);
    },
    close: async () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** As `exists` does, without reading what else is in the response. */
async function isThere(client: WebDAVClient, folder: string): Promise<boolean> {
  const request = { method: 'PROPFIND', headers: { Depth: '0' } };
  try {
    bodyOf(await inTime((options) => client.customRequest(folder, { ...request, ...options }))).destroy();
    return true;
  } catch (error) {
    ignoreMissing(error as Error);
    return false;
  }
}

/** As `getDirectoryContents` does, but no more of it than a list has. */
async function listFolder(client: WebDAVClient, path: string): Promise<FileStat[]> {
  const { parseXML, prepareFileFromProps } = await import('webdav');
  const headers = { Accept: 'text/plain,application/xml', Depth: '1' };
  const response = await inTime((options) => client.customRequest(path, { method: 'PROPFIND', headers, ...options }));
  const text = await readShort(bodyOf(response), { maxBytes: maxListBytes, ms: timeoutMs });
  const { multistatus } = await parseXML(text);
  return multistatus.response.flatMap(({ href, propstat }) =>
    propstat ? [prepareFileFromProps(propstat.prop, decodeURIComponent(href))] : [],
  );
}

/** What the library fetches with has a stream of Node. */
const bodyOf = (response: unknown): Readable => (response as { body: Readable }).body;

/** A redirect must not lead the requests to another machine, nor to another port of this one. */
function onlyTo<Used extends Agent>(agent: Used, { hostname, port, protocol }: URL): Used {
  const expected = `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const { host, port: to } = options as { host?: string; port?: number | string };
    if (`${host}:${to}` !== expected) throw new Error('it leads to another machine');
    return connect(options, callback);
  };
  return agent;
}

/** The library reports its end as if somebody had wanted it. */
async function inTime<Result>(request: (options: { signal: AbortSignal }) => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await request({ signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

function ignoreMissing(error: Error & { status?: number }): void {
  if (error.status !== 404) throw error;
}
