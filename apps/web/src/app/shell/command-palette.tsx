import type { Member } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSeenDevices } from '../../features/boards/devices/index.ts';
import { accountDashboardsQuery } from '../../features/dashboards/dashboards/index.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { changeAppearance, useAppearance } from '../../ui/shell/appearance.ts';
import './command-palette.css';
import { findCommands, paletteCommands } from './palette-commands.ts';

type CommandPaletteProps = { member: Member; onClose: () => void; onLogout: () => void };

/** Finds devices, pages and actions by a few letters; opens with Ctrl or Cmd and K. */
export function CommandPalette({ member, onClose, onLogout }: CommandPaletteProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { theme, menuMode } = useAppearance();
  const devices = useSeenDevices();
  const dashboards = useQuery(accountDashboardsQuery).data?.dashboards ?? [];
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const listId = useId();
  const commands = findCommands(paletteCommands({ devices, dashboards, member, theme, menuMode }), text);
  const current = Math.min(marked, commands.length - 1);

  useEffect(() => dialogRef.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);

  const run = (index: number) => {
    const command = commands[index];
    if (!command) return;
    // Its closing gives the focus back, and ends the palette.
    dialogRef.current?.close();
    if (command.does.type === 'open') void navigate(command.does.path);
    else if (command.does.type === 'open-tab') window.open(command.does.path, '_blank', 'noopener,noreferrer');
    else if (command.does.type === 'change') changeAppearance(command.does.change);
    else onLogout();
  };
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setMarked((current + step + commands.length) % Math.max(1, commands.length));
    else if (event.key === 'Enter') run(current);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the press on its backdrop.
    <dialog
      ref={dialogRef}
      className="palette"
      aria-label={t`Find a device, page or action`}
      // A sheet below it would make it inert, and close with a press in it.
      data-react-aria-top-layer="true"
      onClose={onClose}
      onClick={(event) => event.target === dialogRef.current && dialogRef.current.close()}
    >
      <div className="palette-box">
        <div className="palette-line">
          <Icon of={IconSearch} />
          <input
            autoFocus
            role="combobox"
            aria-label={t`Find a device, page or action`}
            aria-expanded={commands.length > 0}
            aria-controls={listId}
            aria-activedescendant={commands.length > 0 ? `${listId}-${current}` : undefined}
            placeholder={t`Find a device, page or action`}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setMarked(0);
            }}
            onKeyDown={steer}
          />
        </div>
        <div className="palette-list" role="listbox" id={listId} aria-label={t`Results`}>
          {commands.map((command, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox, which names the marked option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox.
            <div
              key={command.id}
              id={`${listId}-${index}`}
              className="palette-option"
              role="option"
              aria-selected={index === current}
              onPointerMove={() => setMarked(index)}
              onClick={() => run(index)}
            >
              <Icon of={command.icon} />
              <span className="palette-word">{command.label}</span>
              <span className="palette-kind">{command.detail}</span>
            </div>
          ))}
        </div>
        {commands.length === 0 && <p className="palette-none">{t`Nothing is called “${text}”.`}</p>}
      </div>
    </dialog>
  );
}
