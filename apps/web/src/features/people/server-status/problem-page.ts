import type { ServerProblem } from '@cyno/contract';

/** The page that shows what to do about a problem. */
export const problemPage = ({ reason }: ServerProblem): '/admin/backups' | '/admin/server' =>
  reason.startsWith('backup_') ? '/admin/backups' : '/admin/server';
