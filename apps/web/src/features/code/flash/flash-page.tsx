import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { BoardCard } from './board-card.tsx';
import { FlashOutlook } from './flash-outlook.tsx';
import './flash-page.css';
import { ImageList } from './image-list.tsx';
import { planFlash } from './loader/flash-plan.ts';
import { MonitorCard, useMonitorBaud } from './monitor/monitor-card.tsx';
import { NoSerial } from './no-serial.tsx';
import { serialMissing } from './serial-ports.ts';
import { useChosenImages } from './use-chosen-images.ts';
import { useSerialDesk } from './use-serial-desk.ts';

/** `/code/flash`: puts an image into a board by cable, and shows what the board writes. */
export function FlashPage() {
  const missing = serialMissing();
  return (
    <>
      <h2 className="sr-only">{t`Flash by cable`}</h2>
      {missing ? <NoSerial reason={missing} /> : <FlashDesk />}
    </>
  );
}

function FlashDesk() {
  const desk = useSerialDesk();
  const chosen = useChosenImages();
  const baud = useMonitorBaud();
  const [eraseAll, setEraseAll] = useState(false);
  const { flash } = desk;
  const board = 'board' in flash ? flash.board : null;
  const plan = planFlash(chosen.images, board, eraseAll);
  const isWorking = flash.step === 'working';
  useUnsavedChanges(isWorking);
  return (
    <div className="flash">
      <div className="flash-steps">
        <FlashOutlook images={chosen.images} plan={plan} board={board} eraseAll={eraseAll} />
        <SectionCard
          id="firmware"
          title={t`Firmware`}
          description={t`Choose one merged image, or the application with its parts.`}
        >
          <ImageList
            images={chosen.images}
            offsetErrors={plan.offsetErrors}
            refusals={chosen.refusals}
            disabled={isWorking}
            onFiles={(files) => void chosen.add(files)}
            onOffset={chosen.setOffset}
            onRemove={chosen.remove}
          />
        </SectionCard>
        <BoardCard
          desk={desk}
          plan={plan}
          eraseAll={eraseAll}
          onEraseAll={setEraseAll}
          onMonitor={() => void desk.openMonitor(Number(baud[0]))}
        />
      </div>
      <MonitorCard desk={desk} baud={baud} />
    </div>
  );
}
