import { t } from '@lingui/core/macro';
import { Button } from '../../../ui/buttons/button.tsx';
import './more-button.css';

type MoreButtonProps = {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    fetchNextPage(): Promise<unknown>;
  };
};

/** Fetches the next page of a list; is not there behind the last one. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="more-button">
      {query.isFetchNextPageError && <p role="alert">{t`The next part did not load.`}</p>}
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchNextPageError ? t`Try again` : t`Load more`}
      </Button>
    </div>
  );
}
