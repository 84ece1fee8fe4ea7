import { IconBook, IconPlugConnectedX } from '@tabler/icons-react';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';

const why = {
  browser: {
    title: 'This browser does not reach serial ports',
    text: 'Chrome, Edge and Opera on a computer do. Firefox, Safari and all browsers on an iPhone or iPad do not.',
  },
  insecure: {
    title: 'Serial ports need a secure connection',
    text: 'Browsers give a page the USB ports of a computer only when it is opened by https, or on the computer itself as http://localhost. Open this server that way.',
  },
};

/** What stands in place of the page where the browser has no Web Serial: why, and the other ways. */
export function NoSerial({ reason }: { reason: 'insecure' | 'browser' }) {
  const { title, text } = why[reason];
  return (
    <Card className="flash-none">
      <Icon of={IconPlugConnectedX} />
      <h2>{title}</h2>
      <p>{text}</p>
      <h3>Other ways to flash</h3>
      <ul>
        <li>
          With the Arduino IDE or PlatformIO: open the sketch there and press <em>Upload</em>.
        </li>
        <li>
          <span>With esptool, for an image that you have:</span>
          <CopyLine label="Copy the command" text="esptool --baud 460800 write-flash 0x0 firmware.merged.bin" />
        </li>
        <li>Over the network, when the board runs already: on the Firmware tab of its device.</li>
      </ul>
      <a className="flash-docs" href="/docs/boards/flash/" target="_blank" rel="noopener noreferrer">
        <Icon of={IconBook} size={16} />
        How flashing works
      </a>
    </Card>
  );
}
