import type { BoardPin, Command, ControlState, Device, Output } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useMedia } from '../../../../lib/browser/use-media.ts';
import { Card } from '../../../../ui/cards/card.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { OutputRow } from '../output-row.tsx';
import { boardDrawings } from './board-drawings.ts';
import { PinLeads } from './pin-leads.tsx';
import { Pinout } from './pinout.tsx';
import { PinoutLegend } from './pinout-legend.tsx';
import './pins-card.css';
import { useChosenBoard } from './use-chosen-board.ts';

/** With more pins than these only those in use are listed at first. */
const fewPins = 9;

type PinsCardProps = {
  device: Device;
  state: ControlState;
  /** Undefined for who may not operate the device. */
  onSwitch: ((output: Output, value: number) => void) | undefined;
  /** Undefined for who may not set it up. */
  onSetUp: ((pin: BoardPin) => void) | undefined;
};

/** The board as it looks, and a row for each of its pins. */
export function PinsCard({ device, state, onSwitch, onSetUp }: PinsCardProps) {
  const drawings = boardDrawings[device.family] ?? [];
  const [drawing, choose] = useChosenBoard(device.espid, drawings);
  const isPhone = useMedia('(max-width: 767px)');
  const [marked, setMarked] = useState<string | null>(null);
  const outputOf = (pin: string) => state.outputs.find((output) => output.pin === pin);
  const commandOf = (pin: string): Command | undefined =>
    state.commands.find(
      (one) =>
        one.kind === 'output' &&
        one.target === pin &&
        one.actor.kind !== 'board' &&
        one.state !== 'superseded' &&
        (one.notBefore === null || one.sentAt !== null),
    );
  const used = state.pins.filter(({ pin }) => outputOf(pin));
  const free = state.pins.filter(({ pin }) => !outputOf(pin));
  const all = state.pins.length <= fewPins && !isPhone;
  const edge = drawing?.right[0] ?? [];
  // Lines reach the rows without crossing the board from the edge that faces them only.
  const wired = all && state.pins.every(({ pin }) => edge.some((hole) => hole.pin === pin));
  const row = (pin: BoardPin) => (
    <OutputRow
      key={pin.pin}
      espid={device.espid}
      pin={pin}
      output={outputOf(pin.pin)}
      command={commandOf(pin.pin)}
      online={device.online}
      onSwitch={onSwitch}
      onSetUp={onSetUp}
      onPoint={setMarked}
    />
  );
  const lead = (name: string) => {
    setMarked(name);
    const pin = free.find((one) => one.pin === name);
    if (pin && pin.modes.length > 0 && onSetUp) {
      onSetUp(pin);
      return;
    }
    const element = document.getElementById(`pin-${name}`);
    const fold = element?.closest('details');
    if (fold) fold.open = true;
    element?.scrollIntoView({ block: 'center' });
  };
  const board = drawing && (
    <div className="pins-drawing">
      <Pinout
        drawing={drawing}
        pins={state.pins}
        outputs={state.outputs}
        marked={marked}
        forTouch={isPhone}
        onChoose={lead}
      />
      <PinoutLegend drawing={drawing} pins={state.pins} />
    </div>
  );
  if (state.pins.length === 0) return <UnknownBoard />;
  return (
    <Card className="pins" aria-labelledby="pins-title">
      <div className="pins-head">
        <h2 id="pins-title">{t`Pins`}</h2>
        {drawings.length > 1 && drawing ? (
          <SelectField
            label={t`Board`}
            hideLabel
            options={drawings.map(({ id, name }) => ({ id, label: t`${name}, seen from above` }))}
            value={drawing.id}
            onChange={choose}
          />
        ) : (
          drawing && <span>{t`${{ name: drawing.name }}, seen from above`}</span>
        )}
      </div>
      <div className={wired ? 'pins-body pins-wired' : 'pins-body'}>
        {wired && <PinLeads pins={state.pins.map(({ pin }) => pin)} outputs={state.outputs} marked={marked} />}
        {!isPhone && board}
        <div>
          {all ? (
            <ul className="pins-rows">{state.pins.map(row)}</ul>
          ) : (
            <>
              {used.length === 0 && (
                <p className="pins-none">
                  {onSetUp ? t`No outputs yet. Choose a pin to set one up.` : t`No outputs yet.`}
                </p>
              )}
              <ul className="pins-rows">{used.map(row)}</ul>
              <details className="pins-more" open={used.length === 0 && free.length <= fewPins}>
                <summary>
                  {used.length === 0
                    ? plural({ count: free.length }, { one: '# pin', other: 'All # pins' })
                    : plural({ count: free.length }, { one: '# unused pin', other: '# unused pins' })}
                </summary>
                {isPhone && board}
                <ul className="pins-rows">{free.map(row)}</ul>
              </details>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

function UnknownBoard() {
  return (
    <Card className="pins" aria-labelledby="pins-title">
      <div className="pins-head">
        <h2 id="pins-title">{t`Pins`}</h2>
      </div>
      <p className="pins-none">
        {t`This board does not report its chip. Choose the chip on the Settings tab to control its pins.`}
      </p>
    </Card>
  );
}
