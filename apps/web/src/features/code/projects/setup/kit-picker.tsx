import type { SketchBoard, SketchKit } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { SearchField } from '../../../../ui/fields/field.tsx';
import { Radio } from '../../../../ui/fields/mark.tsx';
import { findKits, groupKits } from './kit-search.ts';
import './pickers.css';

type KitPickerProps = {
  kits: readonly SketchKit[];
  board: SketchBoard | undefined;
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
};

/** One of the kits: a list in groups, to be searched by sensor, key or unit as well as by name. */
export function KitPicker({ kits, board, value, onChange, error }: KitPickerProps) {
  const [search, setSearch] = useState('');
  const name = useId();
  const groups = groupKits(findKits(kits, search));
  const listRef = useChosenInSight();
  return (
    <div className="kits">
      <SearchField
        label={t`Search kits`}
        placeholder={t`Search by sensor, key or unit`}
        value={search}
        onChange={setSearch}
        className="kits-search"
      />
      <div ref={listRef} className="kits-list" role="radiogroup" aria-label={t`Sensor kit`}>
        {groups.map(({ group, label, kits: members }) => (
          <fieldset key={group} className="kits-group">
            <legend>{label}</legend>
            {members.map((kit) => (
              <KitOption
                key={kit.id}
                kit={kit}
                name={name}
                board={board}
                isChosen={kit.id === value}
                onChange={onChange}
              />
            ))}
          </fieldset>
        ))}
        {groups.length === 0 && (
          <p className="kits-nothing">
            {t`No kit matches “${{ search: search.trim() }}”. Choose “Own setup” to send anything.`}
          </p>
        )}
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Opens the list at what is chosen, without moving the page. */
function useChosenInSight() {
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = listRef.current;
    const option = list?.querySelector<HTMLElement>(':checked')?.closest('label');
    if (!list || !option) return;
    const top = option.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += top - (list.clientHeight - option.clientHeight) / 2;
  }, []);
  return listRef;
}

type KitOptionProps = {
  kit: SketchKit;
  name: string;
  board: SketchBoard | undefined;
  isChosen: boolean;
  onChange: (id: string) => void;
};

function KitOption({ kit, name, board, isChosen, onChange }: KitOptionProps) {
  const fits = board === undefined || kit.boards.includes(board.id);
  return (
    <label className="kit-option">
      <Radio name={name} checked={isChosen} disabled={!fits && !isChosen} onChange={() => onChange(kit.id)} />
      <span className="kit-text">
        <span className="kit-name">{kit.name}</span>
        <span className="kit-summary">{fits ? kit.summary : t`Not for ${{ board: board.name }}`}</span>
      </span>
    </label>
  );
}
