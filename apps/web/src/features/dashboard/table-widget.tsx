import type { DeviceVariable, WidgetContent } from '@cyno/contract';
import { formatValue, noValue } from '../../lib/format.ts';
import type { WidgetData } from './widget-data.ts';
import { Age, useAge, WidgetFrame } from './widget-frame.tsx';

type TableWidgetProps = { content: Extract<WidgetContent, { type: 'table' }>; data: WidgetData };

/** The newest values of some variables, one below the other. */
export function TableWidget({ content: { title, keys }, data: { device, variables } }: TableWidgetProps) {
  return (
    <WidgetFrame title={title} className="widget-table">
      <table>
        <caption className="sr-only">{title}</caption>
        <tbody>
          {keys.map((key) => (
            <ValueRow key={key} name={key} variable={variables.get(key)} online={device.online} />
          ))}
        </tbody>
      </table>
    </WidgetFrame>
  );
}

type ValueRowProps = { name: string; variable: DeviceVariable | undefined; online: boolean };

function ValueRow({ name, variable, online }: ValueRowProps) {
  const age = useAge(variable, online);
  return (
    <tr>
      <th scope="row">{variable?.label ?? name}</th>
      <td>
        <Age age={age} />
      </td>
      <td>
        <b>{variable ? formatValue(variable.value, variable.decimals) : noValue}</b> {variable?.unit}
      </td>
    </tr>
  );
}
