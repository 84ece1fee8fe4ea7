import type { SketchKit } from '@cyno/contract';
import type { ReactNode } from 'react';
import './kit-facts.css';

/** What a kit sends and listens to. */
export function KitFacts({ kit }: { kit: SketchKit }) {
  const { name, sensor, intervalS, template, variables, events } = kit;
  return (
    <section className="kit-facts" aria-label={`About ${name}`}>
      <h3>{name}</h3>
      <dl className="kit-facts-list">
        {sensor !== '' && <Fact term="Sensor">{sensor}</Fact>}
        <Fact term="Sends">every {intervalS} s</Fact>
        {template && (
          <Fact term="Template">
            <code>
              {template.name}, version {template.version}
            </code>
          </Fact>
        )}
      </dl>
      {variables.length > 0 && (
        <table className="kit-table">
          <caption>Variables</caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Name</th>
              <th scope="col">Unit</th>
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
          <caption>Events</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">What it sets</th>
              <th scope="col">First value</th>
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
