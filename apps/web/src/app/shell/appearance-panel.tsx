import { t } from '@lingui/core/macro';
import { IconMinus, IconMoon, IconPlus, IconSun } from '@tabler/icons-react';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { changeAppearance, scales, useAppearance } from '../../ui/shell/appearance.ts';

const themes = () =>
  [
    { id: 'light', label: t`Light`, icon: IconSun },
    { id: 'dark', label: t`Dark`, icon: IconMoon },
  ] as const;
const menuModes = () =>
  [
    { id: 'static', label: t`Static` },
    { id: 'overlay', label: t`Overlay` },
  ] as const;

/** Theme, kind of menu, ripple and scale, stored in this browser. */
export function AppearancePanel({ id }: { id: string }) {
  const { theme, menuMode, ripple, scale } = useAppearance();
  return (
    <section id={id} popover="auto" className="topbar-panel" aria-label={t`Appearance`}>
      <h2>{t`Appearance`}</h2>
      <div className="topbar-panel-setting">
        <span aria-hidden="true">{t`Theme`}</span>
        <Segmented
          label={t`Theme`}
          options={themes()}
          value={theme}
          onChange={(next) => changeAppearance({ theme: next })}
        />
      </div>
      <div className="topbar-panel-setting">
        <span aria-hidden="true">{t`Menu`}</span>
        <Segmented
          label={t`Menu`}
          options={menuModes()}
          value={menuMode}
          onChange={(next) => changeAppearance({ menuMode: next })}
        />
      </div>
      <div className="topbar-panel-setting">
        <span>{t`Text size`}</span>
        <div className="topbar-scale">
          <IconButton
            label={t`Smaller`}
            icon={IconMinus}
            disabled={scale <= scales.smallest}
            onClick={() => changeAppearance({ scale: scale - 1 })}
          />
          <output>{`${scale} px`}</output>
          <IconButton
            label={t`Larger`}
            icon={IconPlus}
            disabled={scale >= scales.largest}
            onClick={() => changeAppearance({ scale: scale + 1 })}
          />
        </div>
      </div>
      <Switch label={t`Ripple on press`} checked={ripple} onChange={(next) => changeAppearance({ ripple: next })} />
    </section>
  );
}
