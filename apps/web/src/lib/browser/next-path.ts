/**
 * Where to go after a login: the `next` parameter if it is a path of this site, else undefined. Refuses everything that a
 * browser might read as another origin (`//host`, `/\host`, control characters) and the signed-out pages themselves.
 */
export function safeNextPath(next: string | null, origin: string): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return undefined;
  const target = new URL(next, origin);
  if (target.origin !== origin || target.pathname.startsWith('/auth/')) return undefined;
  // A path such as `/.//host` is of this origin, but would lead away if it were read again.
  if (target.pathname.startsWith('//')) return undefined;
  return target.pathname + target.search + target.hash;
}

/** The address of the login page that leads back to `path` afterwards. */
export function loginPath(path?: string): string {
  if (!path || path === '/' || path === '/device') return '/auth/login';
  return `/auth/login?next=${encodeURIComponent(path)}`;
}
