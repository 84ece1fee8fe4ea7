import type { FirmwareReach } from '@cyno/contract';
import { useId } from 'react';
import { Link } from 'react-router';

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
      <h2 id={titleId}>
        {port === null
          ? 'Boards cannot fetch firmware from here yet'
          : 'No board has fetched firmware from here so far'}
      </h2>
      <p>
        The Arduino library asks <span className="mono">https://cynoiot.com</span> for new firmware and cannot be told
        another address.{' '}
        {port === null ? (
          <>
            Let that name lead to this server in the network of your boards, and set{' '}
            <span className="mono">OTA_PORT=443</span> or put a proxy with https before it.
          </>
        ) : (
          <>
            That name must lead to this server in the network of your boards
            {port === 443 ? '.' : `, and port 443 to port ${port}.`}
          </>
        )}
      </p>
      <p>
        <a href="/docs/running/firmware/">How to do that</a>. Until then, flash a board by cable on the{' '}
        <Link to="/code">code page</Link>.
      </p>
    </section>
  );
}
