import type { FirmwareReach } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import { docsPath } from '../../../lib/language/docs-path.ts';

type ReachNoteProps = {
  reach: FirmwareReach;
  /** A board of this server itself, which needs no name to find it. */
  isVirtual: boolean;
};

/** Shows what must be done before boards can fetch firmware from here; nothing once one of them did. */
export function ReachNote({ reach: { port, lastDownloadAt }, isVirtual }: ReachNoteProps) {
  const titleId = useId();
  if (isVirtual || lastDownloadAt !== null) return null;
  return (
    <section className="firmware-reach" aria-labelledby={titleId}>
      <h2 id={titleId}>{t`No board has downloaded firmware from here yet`}</h2>
      <p>{instruction(port)}</p>
      <p>
        <Trans>
          <a href={docsPath('running/firmware/')}>Set up updates</a>, or flash boards by cable on the{' '}
          <Link to="/code">Code page</Link>.
        </Trans>
      </p>
    </section>
  );
}

function instruction(port: number | null) {
  const name = <span className="mono">https://cynoiot.com</span>;
  const setting = <span className="mono">OTA_PORT=443</span>;
  if (port === null) {
    return (
      <Trans>
        The Arduino library always downloads from {name}. Point that name to this server in the network of your boards,
        and set {setting}, unless this server or a proxy has HTTPS at port 443.
      </Trans>
    );
  }
  if (port === 443) {
    return (
      <Trans>
        The Arduino library always downloads from {name}. Point that name to this server in the network of your boards.
      </Trans>
    );
  }
  return (
    <Trans>
      The Arduino library always downloads from {name}. Point that name to this server in the network of your boards,
      and port 443 to port {port}.
    </Trans>
  );
}
