import { t } from '@lingui/core/macro';
import { IconBolt, IconPlug, IconRefresh, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useStoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import { formatBytes, formatDuration } from '../../../lib/format/format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import './board-card.css';
import { BoardFacts } from './board-facts.tsx';
import { FailureBox } from './failure-box.tsx';
import { FlashProgress } from './flash-progress.tsx';
import type { FlashPlan } from './loader/flash-plan.ts';
import { baudText, portText } from './serial-ports.ts';
import type { SerialDesk } from './use-serial-desk.ts';

const speeds = ['460800', '115200', '230400', '921600'] as const;
const speedOptions = () =>
  [
    { id: '115200', label: baudText(115_200), detail: t`for a bad cable` },
    { id: '230400', label: baudText(230_400) },
    { id: '460800', label: baudText(460_800), detail: t`usual` },
    { id: '921600', label: baudText(921_600), detail: t`for a good cable` },
  ] as const;

type BoardCardProps = {
  desk: SerialDesk;
  plan: FlashPlan;
  eraseAll: boolean;
  onEraseAll: (eraseAll: boolean) => void;
  onMonitor: () => void;
};

/** The board: connect, flash, and what became of it. */
export function BoardCard(props: BoardCardProps) {
  const { desk, onMonitor } = props;
  const { flash } = desk;
  return (
    <SectionCard
      id="board"
      title={t`Board`}
      description={t`Use a USB cable that carries data, then choose the port of the board.`}
    >
      {flash.step === 'away' && <Away desk={desk} />}
      {flash.step === 'connecting' && <Connecting onCancel={desk.cancel} />}
      {flash.step === 'connected' && (
        <>
          <BoardFacts board={flash.board} />
          <Ready {...props} />
        </>
      )}
      {flash.step === 'working' && (
        <>
          <BoardFacts board={flash.board} />
          <FlashProgress progress={flash.progress} isCancelling={flash.isCancelling} onCancel={desk.cancel} />
        </>
      )}
      {flash.step === 'done' && (
        <>
          <p className="flash-done" role="status">
            <strong>{t`Flashed and verified`}</strong>
            <span>
              {t`${{ size: formatBytes(flash.totalBytes) }} in ${{ duration: formatDuration(Math.max(1000, flash.tookMs)) }}. If the board does not start, press its RESET button once.`}
            </span>
          </p>
          <BoardFacts board={flash.board} />
          <div className="section-actions">
            {desk.view.state === 'closed' && (
              <Button variant="primary" icon={IconTerminal2} onClick={onMonitor}>
                {t`Open serial monitor`}
              </Button>
            )}
            <Button icon={IconRefresh} onClick={() => void desk.disconnect()}>
              {t`Flash again`}
            </Button>
          </div>
        </>
      )}
    </SectionCard>
  );
}

function Away({ desk }: { desk: SerialDesk }) {
  const { flash, port, pickFailure } = desk;
  const [speed, setSpeed] = useStoredChoice('flashSpeed', speeds);
  const failure = (flash.step === 'away' && flash.failure) || pickFailure;
  return (
    <>
      {failure && <FailureBox failure={failure} log={flash.step === 'away' ? flash.log : []} />}
      <div className="flash-connect">
        <SelectField label={t`Speed`} size="large" options={speedOptions()} value={speed} onChange={setSpeed} />
        <Button variant="primary" icon={IconPlug} onClick={() => void desk.connect(Number(speed))}>
          {failure ? t`Connect again` : t`Connect`}
        </Button>
        {port && (
          <Button variant="ghost" onClick={() => void desk.pick()}>
            {t`Choose another port`}
          </Button>
        )}
      </div>
      {port && <p className="flash-note">{portText(port)}</p>}
    </>
  );
}

function Connecting({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="flash-connecting" aria-busy="true">
      <p role="status">{t`Connecting…`}</p>
      <p className="flash-note">{t`If this takes long, hold the BOOT button until the board is connected.`}</p>
      <Skeleton height={56} />
      <div className="section-actions">
        <Button onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}

function Ready({ desk, plan, eraseAll, onEraseAll }: BoardCardProps) {
  const [isConfirming, setConfirming] = useState(false);
  const write = () => {
    setConfirming(false);
    void desk.write(plan.parts, eraseAll);
  };
  return (
    <>
      <Switch label={t`Erase the whole flash memory first`} checked={eraseAll} onChange={onEraseAll} />
      {plan.warnings.map((text) => (
        <p key={text} className="flash-warning" role="alert">
          {text}
        </p>
      ))}
      <div className="section-actions">
        <Button
          variant="primary"
          icon={IconBolt}
          disabled={plan.problem !== null}
          onClick={plan.warnings.length > 0 ? () => setConfirming(true) : write}
        >
          {t`Flash board`}
        </Button>
        <Button onClick={() => void desk.disconnect()}>{t`Disconnect`}</Button>
        {plan.problem && <span className="flash-note">{plan.problem}</span>}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t`Flash anyway?`}
          cancelLabel={t`Cancel`}
          confirmLabel={t`Flash board`}
          busy={false}
          onClose={() => setConfirming(false)}
          onConfirm={write}
        >
          {plan.warnings.join(' ')}
        </ConfirmDialog>
      )}
    </>
  );
}
