import { Link } from 'react-router';
import { boardHost } from '../../lib/board-host.ts';
import { useConfig } from '../../lib/public-config.ts';
import { useSession } from '../../lib/session.ts';
import { Logo } from '../../ui/shell/brand.tsx';
import './guide-page.css';

/** `/docs`: the first steps, for everybody. */
export function GuidePage() {
  const session = useSession();
  const config = useConfig().data;
  const host = boardHost(window.location.hostname, config?.mqtt.host);
  const documentation = config?.links.documentation;
  return (
    <main id="main" className="guide" tabIndex={-1}>
      <Link className="guide-home" to={session ? '/device' : '/auth/login'}>
        <Logo height={26} alt="Cyno" />
      </Link>
      <h1>How to use Cyno</h1>
      <p>From an empty account to a board that you watch live, in about five minutes.</p>
      <h2>See it working without a board</h2>
      <p>
        On <Link to="/device">All devices</Link>, press <strong>Try without a board</strong>. A virtual ESP32 joins your
        account for an hour and sends temperature, humidity, light and soil moisture.
      </p>
      <ConnectBoard host={host} />
      <NothingHappens address={`${host}:${config?.mqtt.tlsPort ?? 7458}`} />
      <h2>The connection key</h2>
      <p>
        It stands behind your e-mail in the sketch and proves that a board is yours. Treat it like a password. When it
        got out, make a new one under <strong>Connection key</strong>; the page names the boards that still use the old
        one.
      </p>
      <h2>Read your values from a program</h2>
      <p>
        The <a href="/api/docs">HTTP API</a> takes a personal access token. Over MQTT, sign in with your e-mail and such
        a token as password, and subscribe to <code>/+/data/update</code>.
      </p>
      {documentation && (
        <p>
          <a href={documentation} target="_blank" rel="noopener noreferrer">
            More documentation of this server
          </a>
        </p>
      )}
    </main>
  );
}

function ConnectBoard({ host }: { host: string }) {
  return (
    <>
      <h2>Connect a real board</h2>
      <ol>
        <li>
          Press <strong>Add device</strong> and choose your board and sensor.
        </li>
        <li>
          Check the host. It must be an address that the board can reach, such as <code>{host}</code>. The name{' '}
          <code>localhost</code> means the board itself and does not work.
        </li>
        <li>Copy the sketch, or take the zip with its build files, into the Arduino IDE or PlatformIO.</li>
        <li>Fill in the name and password of your Wi-Fi. Your e-mail and connection key are in the sketch already.</li>
        <li>Upload it. The board turns up on the page by itself, about 20 seconds later.</li>
      </ol>
    </>
  );
}

function NothingHappens({ address }: { address: string }) {
  return (
    <>
      <h2>When nothing happens</h2>
      <ul>
        <li>
          The board needs to reach <code>{address}</code>. Open this port in your firewall.
        </li>
        <li>
          The build files beside the sketch set the host. Without them the library connects to its own default host; a
          line with <code>#define</code> in the sketch does not change it.
        </li>
        <li>Look at the serial monitor: it says whether the Wi-Fi or the server refuses the board.</li>
        <li>
          A board that knows only your e-mail waits on the device list until you accept it, because everybody could
          write your e-mail into a sketch.
        </li>
      </ul>
    </>
  );
}
