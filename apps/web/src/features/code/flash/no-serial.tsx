import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconBook, IconPlugConnectedX } from '@tabler/icons-react';
import { docsPath } from '../../../lib/language/docs-path.ts';
import { CopyLine } from '../../../ui/buttons/copy-line.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { NeedsHttps } from '../../../ui/status/needs-https.tsx';

const why = () => ({
  browser: {
    title: t`This browser cannot flash boards`,
    text: t`Use Chrome, Edge or Opera on a computer. Safari and browsers on phones and tablets cannot reach USB ports.`,
  },
  insecure: {
    title: t`Flashing needs an encrypted connection`,
    text: t`Browsers reach USB ports only from pages that came by https, or from http://localhost on this computer.`,
  },
});

/** What stands in place of the page where the browser has no Web Serial: why, and the other ways. */
export function NoSerial({ reason }: { reason: 'insecure' | 'browser' }) {
  const { title, text } = why()[reason];
  return (
    <Card className="flash-none">
      <Icon of={IconPlugConnectedX} />
      <h2>{title}</h2>
      {reason === 'insecure' ? <NeedsHttps>{text}</NeedsHttps> : <p>{text}</p>}
      <h3>{t`Other ways to flash`}</h3>
      <ul>
        <li>
          <Trans>
            Arduino IDE or PlatformIO: open the sketch and press <em>Upload</em>.
          </Trans>
        </li>
        <li>
          <span>{t`esptool, for a .bin file:`}</span>
          <CopyLine label={t`Copy command`} text="esptool --baud 460800 write-flash 0x0 firmware.merged.bin" />
        </li>
        <li>{t`Over Wi-Fi, for a board that is online: on the Firmware tab of its device.`}</li>
      </ul>
      <a className="flash-docs" href={docsPath('boards/flash/')} target="_blank" rel="noopener noreferrer">
        <Icon of={IconBook} size={16} />
        {t`How flashing works`}
      </a>
    </Card>
  );
}
