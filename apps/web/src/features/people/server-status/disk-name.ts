import { t } from '@lingui/core/macro';

/** What a disk holds; the server names it in English. */
export const diskName = (name: string): string =>
  name === 'data folder' ? t`data folder` : name === 'database' ? t`database` : name;
