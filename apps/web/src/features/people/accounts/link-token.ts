import { useLocation } from 'react-router';

/** The token of the mailed link that opened this page: behind the `#`, or in the query as older mails have it. */
export function useLinkToken(): string | null {
  const { hash, search } = useLocation();
  return new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token');
}
