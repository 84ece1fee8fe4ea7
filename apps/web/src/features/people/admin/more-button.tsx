import { Button } from '../../../ui/buttons/button.tsx';
import './more-button.css';

type MoreButtonProps = {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  /** What there is more of. */
  what: string;
};

/** Fetches the next page of a list; is not there behind the last one. */
export function MoreButton({ query, what }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="more-button">
      {query.isFetchNextPageError && <p role="alert">The next {what} did not load.</p>}
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  );
}
