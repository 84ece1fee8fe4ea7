import { t } from '@lingui/core/macro';
import { formatDateTime, formatDbm, noValue } from '../../../lib/format/format.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import type { SeenDevice } from '../devices/index.ts';
import { KeyGuideLink } from '../devices/index.ts';

/** What the board reports about itself, and how it proved to be the account's. */
export function BoardCard({ device }: { device: SeenDevice }) {
  const { espid, firmware, template, ip, ssid, rssi, lastSeenAt, verified } = device;

  const facts: [string, string][] = [
    [t`Library`, firmware ?? noValue],
    [t`Template`, template ?? noValue],
    [t`Network`, [ssid, ip].filter(Boolean).join(', ') || noValue],
    [t`Signal`, rssi === null ? noValue : formatDbm(rssi)],
    [t`Last seen`, lastSeenAt === null ? noValue : formatDateTime(lastSeenAt, { seconds: true })],
    [t`Logs in with`, loginText(device)],
  ];
  return (
    <SectionCard id="board" title={t`Board`} description={t`What the board reported when it last connected.`}>
      <dl className="device-settings-facts">
        <dt>{t`ID`}</dt>
        <dd>
          <CopyButton text={espid} label={t`Copy the id`}>
            <span className="mono">{espid}</span>
          </CopyButton>
        </dd>
        {facts.map(([term, value]) => [<dt key={term}>{term}</dt>, <dd key={`${term} value`}>{value}</dd>])}
      </dl>
      {!verified && !device.virtual && !device.owner && (
        <p className="device-settings-key">
          {t`Anyone who knows your e-mail can send data as this board. Add your connection key to its sketch to prevent this.`}{' '}
          <KeyGuideLink />
        </p>
      )}
    </SectionCard>
  );
}

function loginText({ verified, owner }: SeenDevice): string {
  if (owner) return verified ? t`Its owner’s e-mail and connection key` : t`Its owner’s e-mail only`;
  return verified ? t`Your e-mail and connection key` : t`Your e-mail only`;
}
