import type { ActionableMessage, MessageAction } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

const headersOf = (token: string) => ({ 'x-cyno-message': token });

/** What a message was about; read again while the page is open and its link valid, more often while a command is under way. */
export const messageQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.publicMessage(token),
    queryFn: ({ signal }) => call('GET /api/public/message', { headers: headersOf(token), signal }),
    refetchInterval: ({ state }) => !isOver(state.error) && (isUnderWay(state.data) ? 1_000 : 10_000),
    retry: false,
  });

export const takeAction = (token: string, action: MessageAction) =>
  call('POST /api/public/message/actions', { headers: headersOf(token), body: { action } });

/** Reports that the message was opened, which changes nothing of it. */
export const reportRead = (token: string) =>
  call('POST /api/public/message/receipts', { headers: headersOf(token), body: { state: 'read' } });

/** The link is used, perhaps in another place such as a notification, or too old. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

const isUnderWay = (message: ActionableMessage | undefined): boolean =>
  message?.outputs.some(({ wanted }) => wanted !== null) ?? false;
