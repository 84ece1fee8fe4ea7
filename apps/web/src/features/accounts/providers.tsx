import type { PublicConfig } from '@cyno/contract';
import { buttonClass } from '../../ui/button.tsx';

/** Buttons for logging in through another service; nothing when none is configured. */
export function Providers({ providers }: { providers: PublicConfig['providers'] }) {
  if (!providers.line && !providers.oidc) return null;
  return (
    <>
      <p className="gate-or">or</p>
      <div className="gate-providers">
        {providers.line && (
          <a className={buttonClass({ size: 'large' })} href="/api/auth/line/start">
            Continue with LINE
          </a>
        )}
        {providers.oidc && (
          <a className={buttonClass({ size: 'large' })} href="/api/auth/oidc/start">
            Continue with {providers.oidc.name}
          </a>
        )}
      </div>
    </>
  );
}
