import type { DeviceSize } from '@cyno/contract';
import { displayName } from '@cyno/contract/display-name';
import { t } from '@lingui/core/macro';
import { formatBytes } from '../../../lib/format/format.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import './size-table.css';

type SizeTableProps = { caption: string; sizes: readonly (DeviceSize & { owner?: string })[] };

/** What the history of devices takes now and in a year, with their owners where they have several. */
export function SizeTable({ caption, sizes }: SizeTableProps) {
  return (
    <table className="size-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Device`}</th>
          <th scope="col">{t`Now`}</th>
          <th scope="col">{t`In a year`}</th>
        </tr>
      </thead>
      <tbody>
        {sizes.map(({ espid, name, owner, bytes, yearBytes }) => (
          <tr key={espid}>
            <th scope="row">
              {displayName({ espid, name }, currentLanguage())}
              {owner && <small>{owner}</small>}
            </th>
            <td>{formatBytes(bytes)}</td>
            <td className={yearBytes === null ? 'size-table-unknown' : undefined}>
              {yearBytes === null ? t`Not known yet` : formatBytes(yearBytes)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
