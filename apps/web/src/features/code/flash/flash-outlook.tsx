import { plural, t } from '@lingui/core/macro';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { formatBytes } from '../../../lib/format/format.ts';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './flash-outlook.css';
import type { BoardFacts } from './loader/board-loader.ts';
import { type ChosenImage, type FlashPlan, flashText, offsetText } from './loader/flash-plan.ts';

type FlashOutlookProps = {
  images: readonly ChosenImage[];
  plan: FlashPlan;
  board: BoardFacts | null;
  eraseAll: boolean;
};

/** What flashing will do, and what is still missing for it. */
export function FlashOutlook({ images, plan, board, eraseAll }: FlashOutlookProps) {
  return (
    <SectionCard id="before" title={t`Before you flash`} description={outcome(images, plan, eraseAll)}>
      <ul className="flash-checks">
        <Check isDone text={t`This browser can flash boards.`} />
        <Check isDone={plan.problem === null} text={plan.problem ?? filesText(images)} />
        <Check isDone={board !== null} text={board ? boardText(board) : t`Connect a board by USB.`} />
      </ul>
    </SectionCard>
  );
}

function Check({ isDone, text }: { isDone: boolean; text: string }) {
  return (
    <li className={isDone ? 'flash-check flash-check-done' : 'flash-check'}>
      <Icon of={isDone ? IconCircleCheckFilled : IconCircle} size={18} />
      <span>{text}</span>
      <span className="sr-only">{isDone ? t`Ready` : t`Missing`}</span>
    </li>
  );
}

/** A merged image also covers the place where an ESP32 stores its settings. */
function outcome(images: readonly ChosenImage[], { erasedOtaDataAt }: FlashPlan, eraseAll: boolean): string {
  const kinds = new Set(images.map(({ facts }) => facts.kind));
  if (eraseAll) {
    return t`Erases everything on the board, including Wi-Fi settings and files, then writes the firmware and restarts the board.`;
  }
  if (kinds.has('merged')) {
    return t`Replaces the sketch and the settings saved on the board, such as Wi-Fi, then restarts the board.`;
  }
  if (kinds.has('application') && !kinds.has('other') && !kinds.has('partitions')) {
    if (erasedOtaDataAt !== null) {
      return t`Replaces the sketch, also one that came over the air, and restarts the board. Saved settings, such as Wi-Fi, stay. Erases the OTA data at ${{ offset: offsetText(erasedOtaDataAt) }}; if your partition table has them elsewhere or has none, add the table.`;
    }
    return t`Replaces the sketch and restarts the board. Saved settings, such as Wi-Fi, stay.`;
  }
  return t`Writes the files to the board and restarts it.`;
}

function filesText(images: readonly ChosenImage[]): string {
  const size = formatBytes(images.reduce((sum, { bytes }) => sum + bytes.length, 0));
  return plural(images.length, { one: `Firmware: # file, ${size}`, other: `Firmware: # files, ${size}` });
}

function boardText({ name, flashBytes }: BoardFacts): string {
  return flashBytes === null ? t`Board: ${name}` : t`Board: ${name}, ${{ size: flashText(flashBytes) }}`;
}
