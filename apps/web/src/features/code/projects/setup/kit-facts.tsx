import type { SketchKit } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import './kit-facts.css';

/** What a kit sends and listens to. */
export function KitFacts({ kit }: { kit: SketchKit }) {
  const { name, sensor, intervalS, template, variables, events } = kit;
  const templateName = template?.name;
  const version = template?.version;
  return (
    <section className="kit-facts" aria-label={t`About ${name}`}>
      <h3>{name}</h3>
      <dl className="kit-facts-list">
        {sensor !== '' && <Fact term={t`Sensor`}>{sensor}</Fact>}
        <Fact term={t`Interval`}>{t`Every ${intervalS} s`}</Fact>
        {template && (
          <Fact term={t`Template`}>
            <Trans>
              <code>{templateName}</code>, version {version}
            </Trans>
          </Fact>
        )}
      </dl>
      {variables.length > 0 && (
        <table className="kit-table">
          <caption>{t`Variables`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Key`}</th>
              <th scope="col">{t`Name`}</th>
              <th scope="col">{t`Unit`}</th>
            </tr>
          </thead>
          <tbody>
            {variables.map(({ key, label, unit }) => (
              <tr key={key}>
                <td>
                  <code>{key}</code>
                </td>
                <td>{label}</td>
                <td>{unit || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {events.length > 0 && (
        <table className="kit-table">
          <caption>{t`Events`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Name`}</th>
              <th scope="col">{t`Purpose`}</th>
              <th scope="col">{t`Initial value`}</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ name, label, initial, unit }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{label}</td>
                <td>{initial === '' ? '–' : `${initial} ${unit}`.trim()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
