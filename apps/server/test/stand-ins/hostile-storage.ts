import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import ssh2, { type FileEntry, type SFTPWrapper } from 'ssh2';

/** What a server states that it stores: a file's content by its name, whatever the name is. */
export type Claimed = Readonly<Record<string, string>>;
type Behaviour = 'honest' | 'silent' | 'cut' | 'endless';

export interface HostileStorage {
  /** With credentials. */
  readonly target: string;
  claimed: Claimed;
  /** How it behaves when a file is read. */
  reading: Behaviour;
  /** How it behaves when files are listed. */
  listing: Behaviour;
  /** Where it leads every request; null: nowhere. */
  leadsTo: string | null;
  /** What was requested of it. */
  readonly requests: string[];
  stop(): void;
}

const chunk = Buffer.alloc(64 * 1_024, ' ');

async function startHttp(
  scheme: string,
  respond: (state: HostileStorage, request: IncomingMessage, response: ServerResponse) => void,
): Promise<HostileStorage> {
  const server = createServer((request, response) => {
    state.requests.push(`${request.method} ${request.url}`);
    request.resume();
    if (state.leadsTo !== null) response.writeHead(307, { location: state.leadsTo }).end();
    else respond(state, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state: HostileStorage = {
    target: `${scheme}://user:password@127.0.0.1:${port}/bucket`,
    claimed: {},
    reading: 'honest',
    listing: 'honest',
    leadsTo: null,
    requests: [],
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return state;
}

function send(response: ServerResponse, behaviour: Behaviour, content: string): void {
  if (behaviour === 'silent') return;
  if (behaviour === 'honest') {
    response.end(content);
    return;
  }
  if (behaviour === 'cut') {
    response.write(content.slice(0, content.length / 2), () => setImmediate(() => response.destroy()));
    return;
  }
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

/** A WebDAV server. */
export const startHostileWebdav = (): Promise<HostileStorage> =>
  startHttp('webdav', (state, { method, url = '' }, response) => {
    if (method === 'GET') {
      send(response, state.reading, state.claimed[decodeURIComponent(url.slice('/bucket/'.length))] ?? '');
      return;
    }
    if (method !== 'PROPFIND') {
      response.writeHead(204).end();
      return;
    }
    response.writeHead(207, { 'content-type': 'application/xml' });
    const entry = (href: string, type: string) =>
      `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${type}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
    const folder = entry('/bucket/', '<D:resourcetype><D:collection/></D:resourcetype>');
    const files = Object.entries(state.claimed).map(([name, content]) =>
      entry(
        `/bucket/${encodeURI(name)}`,
        `<D:resourcetype/><D:getcontentlength>${content.length}</D:getcontentlength>`,
      ),
    );
    const one = url.replace(/^\/bucket\/?/, '');
    const found = one === '' ? [folder, ...files] : files.filter((text) => text.includes(`/bucket/${one}<`));
    const xml = `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${found.join('')}</D:multistatus>`;
    send(response, state.listing, xml);
  });

/** A server with the interface of S3. */
export const startHostileS3 = (): Promise<HostileStorage> =>
  startHttp('s3+http', (state, { url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    if (!searchParams.has('list-type')) {
      send(response, state.reading, state.claimed[decodeURIComponent(pathname.slice('/bucket/'.length))] ?? '');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/xml' });
    const files = Object.entries(state.claimed).map(
      ([name, content]) => `<Contents><Key>${name}</Key><Size>${content.length}</Size></Contents>`,
    );
    send(response, state.listing, `<ListBucketResult>${files.join('')}</ListBucketResult>`);
  });

/** An SFTP server; `hostKey` is the fingerprint of its key. */
export async function startHostileSftp(): Promise<HostileStorage & { readonly hostKey: string }> {
  const { private: key } = ssh2.utils.generateKeyPairSync('ed25519');
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    clients.add(client);
    client.on('error', () => {});
    client.on('authentication', (attempt) => attempt.accept());
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => serveFiles(acceptSftp(), { state, cut: () => client.end() })),
    );
  });
  const clients = new Set<ssh2.Connection>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = (server as unknown as Server).address() as AddressInfo;
  const parsed = ssh2.utils.parseKey(key);
  if (parsed instanceof Error) throw parsed;
  const hostKey = `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
  const state = {
    target: `sftp://user:password@127.0.0.1:${port}/bucket`,
    claimed: {} as Claimed,
    reading: 'honest' as Behaviour,
    listing: 'honest' as Behaviour,
    leadsTo: null,
    requests: [] as string[],
    hostKey,
    stop: () => {
      server.close();
      for (const client of clients) (client as unknown as { _sock: { destroy(): void } })._sock.destroy();
    },
  };
  return state;
}

const attrsOf = (size: number, mode = 0o100644) => ({ mode, uid: 0, gid: 0, size, atime: 0, mtime: 0 });
const manyEntries = Array.from({ length: 2_000 }, (_, n) => ({ filename: `${n}`, longname: '', attrs: attrsOf(n) }));

function serveFiles(sftp: SFTPWrapper, { state, cut }: { state: HostileStorage; cut(): void }): void {
  const { OK, EOF, NO_SUCH_FILE } = ssh2.utils.sftp.STATUS_CODE;
  const open: string[] = [];
  let isListed = false;
  const handleOf = (name: string) => {
    open.push(name);
    return Buffer.from([open.length - 1]);
  };
  const contentOf = (handle: Buffer) => state.claimed[open[handle[0] ?? 0] ?? ''] ?? '';
  sftp.on('STAT', (id) => state.listing !== 'silent' && sftp.attrs(id, attrsOf(0, 0o040755)));
  sftp.on('OPENDIR', (id) => {
    isListed = false;
    sftp.handle(id, handleOf(''));
  });
  sftp.on('READDIR', (id) => {
    if (state.listing === 'silent') return;
    if (isListed && state.listing === 'honest') {
      sftp.status(id, EOF);
      return;
    }
    isListed = true;
    if (state.listing === 'endless') {
      sftp.name(id, manyEntries);
      return;
    }
    const entries = Object.entries(state.claimed).map(
      ([filename, content]): FileEntry => ({ filename, longname: filename, attrs: attrsOf(content.length) }),
    );
    sftp.name(id, entries);
  });
  sftp.on('OPEN', (id, path) => {
    const name = path.slice('/bucket/'.length);
    state.requests.push(`OPEN ${name}`);
    if (name in state.claimed) sftp.handle(id, handleOf(name));
    else sftp.status(id, NO_SUCH_FILE);
  });
  sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attrsOf(contentOf(handle).length)));
  sftp.on('READ', (id, handle, offset, length) => {
    if (state.reading === 'silent') return;
    if (state.reading === 'cut') {
      cut();
      return;
    }
    if (state.reading === 'endless') {
      sftp.data(id, chunk.subarray(0, length));
      return;
    }
    const data = Buffer.from(contentOf(handle)).subarray(offset, offset + length);
    if (data.length === 0) sftp.status(id, EOF);
    else sftp.data(id, data);
  });
  sftp.on('CLOSE', (id) => sftp.status(id, OK));
}
