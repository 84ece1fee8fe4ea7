import { t } from '@lingui/core/macro';
import { useHref } from 'react-router';
import './brand.css';

/** The logo in the ink that suits the theme. */
export function Logo({ height, alt = '' }: { height: number; alt?: string }) {
  const src = useHref('/layout/images/logo-dark.svg');
  return <img className="logo" src={src} alt={alt} height={height} width={height * 2.6} />;
}

/** The banner of the signed-out pages. */
export function Banner() {
  const src = useHref('/layout/images/cyno_banner.svg');
  return <img className="banner" src={src} alt="Cyno" width={168} height={73} />;
}

/** Who makes the product, for the credit; null or undefined: the makers of Cyno. */
export type Team = string | null | undefined;

/** Logo, the word `by`, and who makes it. */
export function Credit({ team, height = 18 }: { team: Team; height?: number }) {
  const name = team ?? t`Cyno contributors`;
  return (
    <>
      <Logo height={height} alt="Cyno" />
      <span>{t`by ${{ team: name }}`}</span>
    </>
  );
}
