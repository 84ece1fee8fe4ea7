import type { Device } from '@cyno/contract';
import { memo } from 'react';
import { ChooseBox } from '../choose-box.tsx';
import type { DeviceColumn } from '../device-columns.ts';
import { DeviceTableCell } from './device-table-cell.tsx';

type DeviceTableRowProps = {
  device: Device;
  /** Its place among all rows, with those that are not drawn; the head is the first. */
  rowIndex: number;
  columns: readonly DeviceColumn[];
  linkUp: boolean;
  isChosen: boolean;
  onToggle: (espid: string, range: boolean) => void;
};

/** A device in the table; drawn again only when something of it changed, however the page is scrolled. */
export const DeviceTableRow = memo(function DeviceTableRow(props: DeviceTableRowProps) {
  const { device, rowIndex, columns, linkUp, isChosen, onToggle } = props;
  return (
    <tr aria-rowindex={rowIndex} className={isChosen ? 'device-table-chosen' : undefined}>
      <td className="device-table-choose">
        <ChooseBox device={device} isChosen={isChosen} onToggle={onToggle} />
      </td>
      {columns.map((column) => (
        <td key={column.id}>
          {column.id !== 'name' && <span className="device-table-label">{column.label}</span>}
          <DeviceTableCell column={column} device={device} linkUp={linkUp} />
        </td>
      ))}
    </tr>
  );
});
