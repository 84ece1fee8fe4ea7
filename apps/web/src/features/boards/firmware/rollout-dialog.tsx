import type { Device, FirmwareImage, RolloutStrategy } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { StatusDot } from '../../../ui/status/status-dot.tsx';
import { useDevices } from '../devices/index.ts';
import { useStartRollout } from './firmware-queries.ts';
import { familyLabel, imageText } from './firmware-text.ts';
import './rollout-dialog.css';

type RolloutDialogProps = {
  device: Device;
  image: FirmwareImage;
  /** Other boards that are chosen at first. */
  alsoChosen: readonly string[];
  onClose: () => void;
};

const strategies = (): readonly { id: RolloutStrategy; label: string }[] => [
  { id: 'first_then_rest', label: t`One first` },
  { id: 'all', label: t`All at once` },
];

/** So many boards get firmware in one rollout. */
const maxAtOnce = 500;

/** Lets the user choose which boards get an image, and in which order. */
export function RolloutDialog({ device, image, alsoChosen, onClose }: RolloutDialogProps) {
  const start = useStartRollout();
  const fitting = (useDevices().data ?? []).filter(
    ({ pending, paused, family }) => !pending && !paused && family === image.family,
  );
  // The board of the page goes first.
  const boards = [...fitting].sort((a, b) => Number(b.espid === device.espid) - Number(a.espid === device.espid));
  const wanted = new Set([device.espid, ...alsoChosen]);
  const selected = boards.map(({ espid }) => espid).filter((espid) => wanted.has(espid));
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null);
  const chosen = changed ?? new Set(selected.slice(0, maxAtOnce));
  const [strategy, setStrategy] = useState<RolloutStrategy>('first_then_rest');
  const espids = boards.map(({ espid }) => espid).filter((espid) => chosen.has(espid));
  const toggle = (espid: string) => {
    const next = new Set(chosen);
    if (!next.delete(espid)) next.add(espid);
    setChanged(next);
  };
  const left = selected.filter((espid) => !chosen.has(espid)).length;
  const isFull = espids.length >= maxAtOnce;
  return (
    <Dialog
      title={t`Update to ${{ firmware: imageText(image) }}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={espids.length === 0 || espids.length > maxAtOnce}
            onClick={() => start.mutate({ imageId: image.id, espids, strategy }, { onSuccess: onClose })}
          >
            {espids.length > 1
              ? plural({ count: espids.length }, { one: 'Update # board', other: 'Update # boards' })
              : t`Update`}
          </Button>
        </>
      }
    >
      <p>
        {t`Each board downloads the firmware and restarts; its outputs may change meanwhile. An offline board is updated if it comes back within 24 hours.`}
      </p>
      <fieldset className="rollout-boards">
        <legend>{t`Boards with ${{ chip: familyLabel(image.family) }}`}</legend>
        {boards.length === 0 && <p className="firmware-quiet">{t`You have no board for this firmware.`}</p>}
        {boards.map(({ espid, name, online }) => (
          <label key={espid}>
            <Checkbox checked={chosen.has(espid)} onChange={() => toggle(espid)} />
            <span className="rollout-board-name">{name}</span>
            <StatusDot state={online ? 'online' : 'offline'} withLabel />
          </label>
        ))}
      </fieldset>
      {isFull && (
        <p className="firmware-quiet" role="status">
          {left > 0
            ? t`At most ${maxAtOnce} boards at once. Left out: ${{ count: left }} of the selected boards.`
            : t`At most ${maxAtOnce} boards at once.`}
        </p>
      )}
      {espids.length > 1 && (
        <div className="rollout-order">
          <Segmented label={t`Order`} options={strategies()} value={strategy} onChange={setStrategy} />
          <p className="firmware-quiet">
            {strategy === 'all'
              ? t`Updates all boards now, five at a time. The first failure stops those that have not started.`
              : t`The others follow when the first one succeeds.`}
          </p>
        </div>
      )}
      {start.isError && (
        <p className="firmware-wrong" role="alert">
          {failureText(start.error)}
        </p>
      )}
    </Dialog>
  );
}
