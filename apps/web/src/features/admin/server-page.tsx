import { PageHead } from '../../ui/page-head.tsx';
import { ServerLoadCard } from './server-load-card.tsx';

/** `/admin/server`: how the server is. */
export function ServerPage() {
  return (
    <>
      <PageHead title="Server">How the server is.</PageHead>
      <ServerLoadCard />
    </>
  );
}
