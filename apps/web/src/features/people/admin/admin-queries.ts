import type { AdminUser, AdminUserPage } from '@cyno/contract';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { fetchAudit, fetchClaims, fetchInvitations, fetchUsers } from './admin-calls.ts';
import { useRightLost } from './use-right-lost.ts';

export type UserFilters = { q: string; state: string; member: string; sort: string };
/** `targetId` is that of somebody whose address may have been another one. */
export type AuditFilters = { target: string; targetId: string; actor: string; action: string };

/** People who fit, page by page; while other filters are fetched the old list stays. */
export function useUsers(filters: UserFilters) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.users(filters),
    queryFn: ({ pageParam, signal }) => fetchUsers({ ...filters, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  useRightLost(query.error);
  return query;
}

/** The audit log, page by page. */
export function useAudit(filters: AuditFilters | { targetId: number }, limit?: number) {
  const query = useInfiniteQuery({
    queryKey: queryKeys.audit(filters, limit),
    queryFn: ({ pageParam, signal }) => fetchAudit({ ...filters, limit, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  useRightLost(query.error);
  return query;
}

export function useInvitations() {
  const query = useQuery({ queryKey: queryKeys.invitations(), queryFn: ({ signal }) => fetchInvitations(signal) });
  useRightLost(query.error);
  return query;
}

/** Claims of boards; requested again now and then, because others open and decide them. */
export function useAdminClaims() {
  const query = useQuery({
    queryKey: queryKeys.adminClaims(),
    queryFn: ({ signal }) => fetchClaims(signal),
    refetchInterval: 60_000,
  });
  useRightLost(query.error);
  return query;
}

/** Takes over the response to an action, in every list that shows the person, and requests the audit log again. */
export function noteUser(cache: QueryClient, user: AdminUser): void {
  cache.setQueriesData<InfiniteData<AdminUserPage>>(
    { queryKey: queryKeys.users() },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          users: page.users.map((known) => (known.id === user.id ? user : known)),
        })),
      },
  );
  void cache.invalidateQueries({ queryKey: queryKeys.audit() });
}
