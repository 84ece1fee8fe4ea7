import type { AccessTokenCreated } from '@cyno/contract';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { boardHost } from '../../../../lib/browser/board-host.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CopyLine } from '../../../../ui/buttons/copy-line.tsx';
import './access-token-use.css';

type AccessTokenUseProps = { email: string; created: AccessTokenCreated; onClose: () => void };

/** The secret of a new token, this once, and commands to try it with. */
export function AccessTokenUse({ email, created: { name, token }, onClose }: AccessTokenUseProps) {
  const mqtt = useConfig().data?.mqtt;
  const host = boardHost(location.hostname, mqtt?.host);
  const needsCopy = mqtt !== undefined && !mqtt.plainPort && mqtt.selfSigned;
  const trust = needsCopy ? '--cafile cert.pem --insecure' : '--tls-use-os-certs';
  const connection = mqtt?.plainPort ? `-p ${mqtt.plainPort}` : `-p ${mqtt?.tlsPort ?? 7458} ${trust}`;
  return (
    <section className="token-use" aria-label={`The token ${name}`}>
      <h3>Copy the token {name} now</h3>
      <p className="section-note">It is shown this once. Keep it as you keep a password.</p>
      <CopyLine text={token} label="Copy the token" />
      <p className="section-note">Your devices over HTTP, with the token as Bearer token:</p>
      <CopyLine
        text={`curl -H 'Authorization: Bearer ${token}' ${location.origin}/api/device/`}
        label="Copy the command for HTTP"
      />
      <p className="section-note">
        Values as they come over MQTT, with your e-mail as user name and the token as password
        {needsCopy ? '. The file cert.pem is a copy of mqtt-tls/cert.pem in the data folder of the server' : ''}:
      </p>
      <CopyLine
        text={`mosquitto_sub -h ${host} ${connection} -u ${email} -P ${token} -t '/+/data/update' -v`}
        label="Copy the command for MQTT"
      />
      <div className="section-actions">
        <Button onClick={onClose}>I have copied it</Button>
      </div>
    </section>
  );
}
