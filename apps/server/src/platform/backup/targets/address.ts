/** The address of a target on another machine, as BACKUP_TARGET has it. */
export interface RemoteAddress {
  readonly kind: 's3' | 'sftp' | 'webdav';
  /** As it is written, with what is secret. */
  readonly url: URL;
}

const schemes: Readonly<Record<string, { kind: RemoteAddress['kind']; example: string }>> = {
  's3:': { kind: 's3', example: 's3://KEY:SECRET@s3.example.com/bucket/folder' },
  's3+http:': { kind: 's3', example: 's3+http://KEY:SECRET@192.168.1.5:9000/bucket/folder' },
  'sftp:': { kind: 'sftp', example: 'sftp://user:password@nas.local/backups/cyno' },
  'webdavs:': { kind: 'webdav', example: 'webdavs://user:password@cloud.example.com/dav/cyno' },
  'webdav:': { kind: 'webdav', example: 'webdav://user:password@192.168.1.5/dav/cyno' },
};

/** Reads an address; null: it is a directory of this machine. Throws an error whose message completes a sentence that begins with the setting's name. */
export function readAddress(text: string): RemoteAddress | null {
  const scheme = /^([a-z][a-z0-9+.-]+:)(?:\/\/)?/i.exec(text);
  // A name alone, or a slash too few, is a mistake rather than a directory below the one that Cyno was started in.
  if (!scheme && /[/\\]/.test(text)) return null;
  const name = scheme?.[0].endsWith('//') ? scheme[1]?.toLowerCase() : undefined;
  const found = name !== undefined && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  if (!found) {
    throw new Error(
      'must be the path of a directory, such as /mnt/backup/cyno, or an address that begins with s3://, sftp:// or webdavs://',
    );
  }
  const { kind, example } = found;
  const url = URL.parse(text);
  const isWhole = url?.hostname && url.username && (kind !== 's3' || (url.password && bucketOf(url) !== ''));
  if (isWhole && isDecodable(url)) return { kind, url };
  throw new Error(
    `must look like ${example}; characters such as /, @, : and % in a user name or password are written as %2F, %40, %3A and %25`,
  );
}

/** The mistake in an address; undefined: there is none. */
export function mistakeOf(text: string): string | undefined {
  try {
    readAddress(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export const bucketOf = (url: URL): string => url.pathname.split('/')[1] ?? '';

export function credentialsOf(url: URL): { user: string; password: string } {
  return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}

/** What may be shown of an address. */
export const labelOf = (url: URL): string =>
  `${url.protocol}//${url.host}${decodeURI(url.pathname).replace(/\/+$/, '')}`;

function isDecodable(url: URL): boolean {
  try {
    credentialsOf(url);
    labelOf(url);
    return true;
  } catch {
    return false;
  }
}
