import type { Contact } from '@cyno/contract';
import { IconBellRinging } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { readUserAgent } from '../../../people/accounts/index.ts';
import { type PushObstacle, PushRefused, pushObstacle, switchOnPush } from './browser-push.ts';
import { thisBrowser } from './push-contact.ts';

type ThisBrowserProps = { contacts: readonly Contact[]; onAdded: () => void };

/** Switches messages to this browser on, or explains what they need here; nothing when it gets them. */
export function ThisBrowser({ contacts, onAdded }: ThisBrowserProps) {
  const toasts = useToasts();
  const [obstacle, setObstacle] = useState(pushObstacle);
  const [busy, setBusy] = useState(false);
  if (contacts.some(({ id, failing }) => id === thisBrowser() && !failing)) return null;
  if (obstacle !== 'off') return <p className="section-note">{explanations[obstacle]}</p>;

  const switchOn = async () => {
    setBusy(true);
    try {
      await switchOnPush(readUserAgent(navigator.userAgent).name, contacts);
      toasts.add({ kind: 'success', title: 'This browser gets your messages', detail: 'Send a test to see how.' });
      onAdded();
    } catch (error) {
      const detail = error instanceof PushRefused ? refused : failureText(error);
      toasts.add({ kind: 'error', title: 'Messages not switched on', detail });
    } finally {
      setObstacle(pushObstacle());
      setBusy(false);
    }
  };
  return (
    <div className="this-browser">
      <p className="section-note">
        Messages can appear on this device, also while Cyno is closed, with buttons to acknowledge them.
      </p>
      <Button icon={IconBellRinging} busy={busy} onClick={() => void switchOn()}>
        Get messages here
      </Button>
    </div>
  );
}

const refused = 'The browser does not allow it. Its settings for this site decide about notifications.';

const guide = <a href="/docs/using/push/">How to get there</a>;
const explanations: Record<Exclude<PushObstacle, 'off'>, ReactNode> = {
  insecure: <>Messages on this device need an address that begins with https://. {guide}</>,
  'install-first': <>Messages on an iPhone or iPad need Cyno on its home screen. {guide}</>,
  unsupported: 'This browser cannot show messages of a page that is closed.',
  blocked: <>Notifications of this site are blocked in the settings of the browser. {guide}</>,
};
