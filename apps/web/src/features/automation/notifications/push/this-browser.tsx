import type { Contact } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconBellRinging } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { thisBrowser } from '../../../../lib/browser/push-contact.ts';
import { docsPath } from '../../../../lib/language/docs-path.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { NeedsHttps } from '../../../../ui/status/needs-https.tsx';
import { readUserAgent } from '../../../people/accounts/index.ts';
import { type PushObstacle, PushRefused, pushObstacle, switchOnPush } from './browser-push.ts';

type ThisBrowserProps = { contacts: readonly Contact[]; onAdded: () => void };

/** Switches messages to this browser on, or explains what they need here; nothing when it gets them. */
export function ThisBrowser({ contacts, onAdded }: ThisBrowserProps) {
  const toasts = useToasts();
  const [obstacle, setObstacle] = useState(pushObstacle);
  const [busy, setBusy] = useState(false);
  if (contacts.some(({ id, failing }) => id === thisBrowser() && !failing)) return null;
  if (obstacle === 'insecure')
    return <NeedsHttps>{t`Notifications on this device need an encrypted connection.`}</NeedsHttps>;
  if (obstacle !== 'off') return <p className="section-note">{explanation(obstacle)}</p>;

  const switchOn = async () => {
    setBusy(true);
    try {
      await switchOnPush(readUserAgent(navigator.userAgent).name, contacts);
      toasts.add({
        kind: 'success',
        title: t`Notifications turned on in this browser`,
        detail: t`Send a test to see one.`,
      });
      onAdded();
    } catch (error) {
      const detail =
        error instanceof PushRefused
          ? t`Allow notifications for this site in the settings of the browser.`
          : failureText(error);
      toasts.add({ kind: 'error', title: t`Notifications not turned on`, detail });
    } finally {
      setObstacle(pushObstacle());
      setBusy(false);
    }
  };
  return (
    <div className="this-browser">
      <p className="section-note">
        {t`Get notifications on this device, even while Cyno is closed, with buttons to acknowledge them.`}
      </p>
      <Button icon={IconBellRinging} busy={busy} onClick={() => void switchOn()}>
        {t`Turn on notifications here`}
      </Button>
    </div>
  );
}

const Guide = () => <a href={docsPath('using/push/')}>{t`How to set this up`}</a>;

function explanation(obstacle: Exclude<PushObstacle, 'off' | 'insecure'>): ReactNode {
  switch (obstacle) {
    case 'install-first':
      return (
        <>
          {t`On an iPhone or iPad, add Cyno to the home screen first.`} <Guide />
        </>
      );
    case 'unsupported':
      return t`This browser cannot show notifications while the page is closed.`;
    case 'blocked':
      return (
        <>
          {t`The settings of this browser block notifications from this site.`} <Guide />
        </>
      );
  }
}
