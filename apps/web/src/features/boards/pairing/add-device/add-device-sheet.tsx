import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCheck, IconDeviceDesktopAnalytics } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import { devicePath, useDevices } from '../../devices/index.ts';
import './add-device.css';
import { useStartVirtualBoard } from '../../virtual-boards/index.ts';
import { arrivalsSince, takeBaseline } from './arrivals.ts';
import { ChooseStep } from './choose-step.tsx';
import { ConnectHelp } from './connect-help.tsx';
import { ConnectStep } from './connect-step.tsx';
import { SketchStep } from './sketch-step.tsx';
import { useSketchChoice } from './use-sketch-choice.ts';

type AddDeviceSheetProps = { onClose: () => void; onShowKey: () => void };

/** From no board to a live one on one sheet: choose, upload, connect. */
export function AddDeviceSheet({ onClose, onShowKey }: AddDeviceSheetProps) {
  const choice = useSketchChoice();
  const { added, returned } = useArrivals();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isDone = added.length > 0;
  return (
    <Sheet
      title={t`Add device`}
      size="wide"
      isOpen
      onClose={onClose}
      footer={
        <>
          {!isDone && (
            <>
              <TryWithoutBoard />
              <HelpButton className="only-wide" isVisible={isHelpOpen} onChange={setHelpOpen} />
            </>
          )}
          <Button className={isDone ? 'add-device-end' : undefined} onClick={onClose}>
            {isDone ? t`Done` : t`Close`}
          </Button>
        </>
      }
    >
      <ol className="add-device">
        {isDone ? (
          <>
            <DoneStep title={t`Choose your board and sensors`} />
            <DoneStep title={t`Upload this sketch`} />
          </>
        ) : (
          <>
            <ChooseStep choice={choice} />
            <SketchStep choice={choice} onShowKey={onShowKey} />
          </>
        )}
        <ConnectStep
          choice={choice}
          added={added}
          returned={returned}
          help={
            <>
              <HelpButton className="only-mobile" isVisible={isHelpOpen} onChange={setHelpOpen} />
              {isHelpOpen && <ConnectHelp choice={choice} />}
            </>
          }
        />
      </ol>
    </Sheet>
  );
}

/** A step that is behind, folded to its heading. */
function DoneStep({ title }: { title: string }) {
  return (
    <li className="add-step add-step-done">
      <span className="add-step-mark">
        <Icon of={IconCheck} size={14} />
      </span>
      <h2>{title}</h2>
    </li>
  );
}

type HelpButtonProps = { className: string; isVisible: boolean; onChange: (visible: boolean) => void };

/** In the foot of the sheet where there is room, below the waiting on a phone. */
function HelpButton({ className, isVisible, onChange }: HelpButtonProps) {
  return (
    <button
      type="button"
      className={`add-device-help link ${className}`}
      aria-expanded={isVisible}
      onClick={() => onChange(!isVisible)}
    >
      {t`Board not connecting?`}
    </button>
  );
}

function TryWithoutBoard() {
  const navigate = useNavigate();
  const start = useStartVirtualBoard(({ espid }) => void navigate(devicePath(espid)));
  return (
    <Button
      variant="ghost"
      className="add-device-try"
      icon={IconDeviceDesktopAnalytics}
      busy={start.isPending}
      onClick={() => start.mutate()}
    >
      {t`Try without a board`}
    </Button>
  );
}

const nobody: readonly Device[] = [];

/** The boards that came since the sheet was opened. */
function useArrivals(): { added: Device[]; returned: Device[] } {
  const { data } = useDevices();
  const [baseline, setBaseline] = useState(() => data && takeBaseline(data));
  if (baseline === undefined && data !== undefined) setBaseline(takeBaseline(data));
  return baseline === undefined ? { added: [], returned: [] } : arrivalsSince(baseline, data ?? nobody);
}
