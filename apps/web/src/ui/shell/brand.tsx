import { t } from '@lingui/core/macro';
import { useAppearance } from './appearance.ts';

/** The logo in the ink that suits the theme. */
export function Logo({ height, alt = '' }: { height: number; alt?: string }) {
  const { theme } = useAppearance();
  const file = theme === 'dark' ? 'logo-white' : 'logo-dark';
  return <img src={`/layout/images/${file}.svg`} alt={alt} height={height} width={height * 2.6} />;
}

/** The banner of the signed-out pages. */
export function Banner() {
  const { theme } = useAppearance();
  const file = theme === 'dark' ? 'cyno_banner-dark' : 'cyno_banner';
  return <img className="banner" src={`/layout/images/${file}.svg`} alt="Cyno" width={168} height={73} />;
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
