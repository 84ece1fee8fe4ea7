import type { AccessTokenCreated } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { boardHost } from '../../../../lib/browser/board-host.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { fullAddress } from '../../../../lib/router/base-path.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../../ui/buttons/copy-line.tsx';
import './access-token-use.css';

type AccessTokenUseProps = { email: string; created: AccessTokenCreated; onClose: () => void };

/** The secret of a new token, this once, and commands to try it with. */
export function AccessTokenUse({ email, created: { name, token }, onClose }: AccessTokenUseProps) {
  useUnsavedChanges(true);
  const mqtt = useConfig().data?.mqtt;
  const host = boardHost(location.hostname, mqtt?.host);
  const needsCopy = mqtt !== undefined && !mqtt.plainPort && mqtt.selfSigned;
  const trust = needsCopy ? '--cafile cert.pem --insecure' : '--tls-use-os-certs';
  const connection = mqtt?.plainPort ? `-p ${mqtt.plainPort}` : `-p ${mqtt?.tlsPort ?? 7458} ${trust}`;
  return (
    <section className="token-use" aria-label={t`The token ${name}`}>
      <h3>{t`Copy the token ${name} now`}</h3>
      <p className="section-note">{t`You will not see it again. Store it like a password.`}</p>
      <CopyLine text={token} label={t`Copy the token`} />
      <p className="section-note">{t`Your devices over HTTP:`}</p>
      <CopyLine
        text={`curl -H 'Authorization: Bearer ${token}' ${fullAddress('/api/device/')}`}
        label={t`Copy the command for HTTP`}
      />
      <p className="section-note">
        {needsCopy
          ? t`Live values over MQTT (copy cert.pem from mqtt-tls/cert.pem in the data folder of the server):`
          : t`Live values over MQTT:`}
      </p>
      <CopyLine
        text={`mosquitto_sub -h ${host} ${connection} -u ${email} -P ${token} -t '/+/data/update' -v`}
        label={t`Copy the command for MQTT`}
      />
      <div className="section-actions">
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </section>
  );
}
