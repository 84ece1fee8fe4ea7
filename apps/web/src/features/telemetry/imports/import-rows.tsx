import type { ImportMapping, ImportPreview } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatDateTime, formatExact, noValue } from '../../../lib/format/format.ts';
import { rowProblem } from './row-problem.ts';

type RowsProps = { preview: ImportPreview; mapping: ImportMapping; busy: boolean };

/** The first rows as they will be stored, and why one would not be. */
export function ImportRows({ preview: { rows }, mapping, busy }: RowsProps) {
  const refused = rows.filter(({ problem }) => problem !== null).length;
  return (
    <div className="import-part" aria-busy={busy}>
      <h3>{t`Preview`}</h3>
      <p className="history-note">
        {plural({ count: rows.length }, { one: 'The first line.', other: 'The first # lines.' })}{' '}
        {refused > 0 &&
          plural(refused, {
            one: '# of them cannot be imported.',
            other: '# of them cannot be imported.',
          })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1) */}
      <section className="import-rows" tabIndex={0} aria-label={t`First rows, table`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Line`}</th>
              <th scope="col">{t`Time`}</th>
              {mapping.columns.map(({ key }) => (
                <th key={key} scope="col">
                  {key}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, at, values, problem }) => (
              <tr key={line} className={problem === null ? undefined : 'import-refused'}>
                <td>{line}</td>
                <th scope="row">{at === null ? noValue : formatDateTime(at, { seconds: true })}</th>
                {problem === null ? (
                  mapping.columns.map(({ key }, index) => <td key={key}>{formatExact(values[index] ?? null)}</td>)
                ) : (
                  <td colSpan={mapping.columns.length}>{rowProblem(problem)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
