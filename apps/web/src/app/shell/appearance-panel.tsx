import { IconMinus, IconMoon, IconPlus, IconSun } from '@tabler/icons-react';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { changeAppearance, scales, useAppearance } from '../../ui/shell/appearance.ts';

const themes = [
  { id: 'light', label: 'Light', icon: IconSun },
  { id: 'dark', label: 'Dark', icon: IconMoon },
] as const;
const menuModes = [
  { id: 'static', label: 'Static' },
  { id: 'overlay', label: 'Overlay' },
] as const;

/** Theme, kind of menu, ripple and scale, stored in this browser. */
export function AppearancePanel({ id }: { id: string }) {
  const { theme, menuMode, ripple, scale } = useAppearance();
  return (
    <section id={id} popover="auto" className="topbar-panel" aria-label="Appearance">
      <h2>Appearance</h2>
      <div className="topbar-panel-setting">
        <span aria-hidden="true">Theme</span>
        <Segmented
          label="Theme"
          options={themes}
          value={theme}
          onChange={(next) => changeAppearance({ theme: next })}
        />
      </div>
      <div className="topbar-panel-setting">
        <span aria-hidden="true">Menu</span>
        <Segmented
          label="Menu"
          options={menuModes}
          value={menuMode}
          onChange={(next) => changeAppearance({ menuMode: next })}
        />
      </div>
      <div className="topbar-panel-setting">
        <span>Text size</span>
        <div className="topbar-scale">
          <IconButton
            label="Smaller"
            icon={IconMinus}
            disabled={scale <= scales.smallest}
            onClick={() => changeAppearance({ scale: scale - 1 })}
          />
          <output>{scale} px</output>
          <IconButton
            label="Larger"
            icon={IconPlus}
            disabled={scale >= scales.largest}
            onClick={() => changeAppearance({ scale: scale + 1 })}
          />
        </div>
      </div>
      <Switch label="Ripple on press" checked={ripple} onChange={(next) => changeAppearance({ ripple: next })} />
    </section>
  );
}
