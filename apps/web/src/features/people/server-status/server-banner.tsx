import type { ServerProblem } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { lazy } from '../../../lib/language/lazy.ts';
import { loadProblemLine } from './lazy-parts.ts';
import { problemPage } from './problem-page.ts';
import { serverStatusQuery } from './server-calls.ts';

// Every page of an administrator requests how the server is; the sentences are fetched when something is wrong.
const ProblemLine = lazy(async () => ({ default: (await loadProblemLine()).ProblemLine }));

/** A line above every page that describes what is wrong with the server. */
export function ServerBanner() {
  const { data } = useQuery(serverStatusQuery);
  const { pathname } = useLocation();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const isClosed = (one: ServerProblem) => one.severity === 'warning' && closed.includes(nameOf(one));
  // The page of the server shows all of them, and that of backups its own.
  const problem =
    pathname === '/admin/server'
      ? undefined
      : data?.problems.find((one) => one.urgent && problemPage(one) !== pathname && !isClosed(one));
  if (!problem) return null;
  return (
    <Suspense fallback={null}>
      <ProblemLine problem={problem} onClose={() => setClosed([...closed, nameOf(problem)])} />
    </Suspense>
  );
}

/** One that comes again later is another one. */
const nameOf = ({ reason, values, since }: ServerProblem): string => `${reason} ${values.disk} ${since}`;
