import { formatDateTime, formatDbm, noValue } from '../../../lib/format/format.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import type { SeenDevice } from '../devices/index.ts';
import { KeyGuideLink } from '../devices/index.ts';

/** What the board reports about itself, and how it proved to be the account's. */
export function BoardCard({ device }: { device: SeenDevice }) {
  const { espid, firmware, template, ip, ssid, rssi, lastSeenAt, verified } = device;
  const whose = device.owner ? 'the e-mail of its owner' : 'your e-mail';
  const facts: [string, string][] = [
    ['Library', firmware ?? noValue],
    ['Template', template ?? noValue],
    ['Network', [ssid, ip].filter(Boolean).join(', ') || noValue],
    ['Signal', rssi === null ? noValue : formatDbm(rssi)],
    ['Last seen', lastSeenAt === null ? noValue : formatDateTime(lastSeenAt, { seconds: true })],
    ['Signs in with', verified ? `${whose} and connection key; without the key it is refused` : `${whose} only`],
  ];
  return (
    <SectionCard id="board" title="Board" description="What the board said about itself when it last connected.">
      <dl className="device-settings-facts">
        <dt>Id</dt>
        <dd>
          <CopyButton text={espid} label="Copy the id">
            <span className="mono">{espid}</span>
          </CopyButton>
        </dd>
        {facts.map(([term, value]) => [<dt key={term}>{term}</dt>, <dd key={`${term} value`}>{value}</dd>])}
      </dl>
      {!verified && !device.virtual && !device.owner && (
        <p className="device-settings-key">
          Whoever knows your e-mail can pretend to be this board. With your connection key in its sketch nobody else
          can. <KeyGuideLink />
        </p>
      )}
    </SectionCard>
  );
}
