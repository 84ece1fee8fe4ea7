import { useState } from 'react';
import { PublicPage } from '../../features/dashboards/links/index.ts';
import { useTitle } from '../use-title.ts';

/** `/view/:token`: a dashboard by its public link, with its name as title. */
export function ViewPage() {
  const [name, setName] = useState<string>();
  useTitle(name);
  return <PublicPage onName={setName} />;
}
