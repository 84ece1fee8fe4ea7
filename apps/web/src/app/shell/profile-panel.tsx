import { t } from '@lingui/core/macro';
import { useInstall } from '../../lib/browser/install.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { NeedsHttps } from '../../ui/status/needs-https.tsx';
import { hidePanel } from './panels.ts';

type ProfilePanelProps = { id: string; userId: string; onLogout: () => void };

/** Who is signed in, the way to the profile, the app for whose browser offers it, and the way out. */
export function ProfilePanel({ id, userId, onLogout }: ProfilePanelProps) {
  const install = useInstall();
  return (
    <section id={id} popover="auto" className="topbar-panel" aria-label={t`User Profile`}>
      <p className="topbar-panel-caption">{t`User Profile`}</p>
      <p className="topbar-panel-who">{userId}</p>
      <div className="topbar-panel-actions">
        <ButtonLink to="/profile" onClick={() => hidePanel(id)}>
          {t`Edit Profile`}
        </ButtonLink>
        {install && (
          <Button
            onClick={() => {
              hidePanel(id);
              install();
            }}
          >
            {t`Install the app`}
          </Button>
        )}
        <Button
          onClick={() => {
            hidePanel(id);
            onLogout();
          }}
        >
          {t`Logout`}
        </Button>
      </div>
      {!isSecureContext && <NeedsHttps>{t`The app cannot be installed from here.`}</NeedsHttps>}
    </section>
  );
}
