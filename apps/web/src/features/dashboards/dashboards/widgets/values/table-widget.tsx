import type { WidgetContent } from '@cyno/contract';
import { formatExact, noValue } from '../../../../../lib/format/format.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';

type TableWidgetProps = { content: Extract<WidgetContent, { type: 'table' }>; data: WidgetData };

/** The newest values of some variables, one below the other. */
export function TableWidget({ content: { title, keys }, data }: TableWidgetProps) {
  return (
    <WidgetFrame title={title} className="widget-table">
      <table>
        <caption className="sr-only">{title}</caption>
        <tbody>
          {keys.map((key) => (
            <ValueRow key={key} name={key} data={data} />
          ))}
        </tbody>
      </table>
    </WidgetFrame>
  );
}

function ValueRow({ name, data }: { name: string; data: WidgetData }) {
  const variable = data.variables.get(name);
  const age = useAge(variable, data);
  return (
    <tr>
      <th scope="row">{variable?.label ?? name}</th>
      <td>
        <Age age={age} />
      </td>
      <td>
        <b>{variable ? formatExact(variable.value, variable.decimals) : noValue}</b> {variable?.unit}
      </td>
    </tr>
  );
}
