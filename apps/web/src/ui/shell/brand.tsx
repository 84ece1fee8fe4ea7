import { t } from '@lingui/core/macro';
import './brand.css';

/** The logo in the ink that suits the theme. */
export function Logo({ height, alt = '' }: { height: number; alt?: string }) {
  return <img className="logo" src="/layout/images/logo-dark.svg" alt={alt} height={height} width={height * 2.6} />;
}

/** The banner of the signed-out pages. */
export function Banner() {
  return <img className="banner" src="/layout/images/cyno_banner.svg" alt="Cyno" width={168} height={73} />;
}

/** Logo, the word `by`, and who makes it. */
export function Credit({ team, height = 18 }: { team: string; height?: number }) {
  return (
    <>
      <Logo height={height} alt="Cyno" />
      <span>{t`by ${team}`}</span>
    </>
  );
}
