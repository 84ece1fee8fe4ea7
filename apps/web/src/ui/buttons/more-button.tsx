import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { failureText } from '../../lib/api/failure-text.ts';
import { Button, type ButtonSize } from './button.tsx';
import './more-button.css';

export type MoreButtonProps = {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: Error | null;
    fetchNextPage(): Promise<unknown>;
  };
  size?: ButtonSize;
  /** What it fetches. */
  children: ReactNode;
};

/** Fetches the next page of a list; is not there behind the last one. */
export function MoreButton({ query, size, children }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="more-button">
      {query.isFetchNextPageError && <p role="alert">{failureText(query.error)}</p>}
      <Button size={size} busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? t`Try again` : children}
      </Button>
    </div>
  );
}
