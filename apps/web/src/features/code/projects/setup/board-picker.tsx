import type { SketchBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { BoardPicture } from './board-picture.tsx';
import './pickers.css';

type BoardPickerProps = { boards: readonly SketchBoard[]; value: string; onChange: (id: string) => void };

/** One of the boards, each with its picture. */
export function BoardPicker({ boards, value, onChange }: BoardPickerProps) {
  const name = useId();
  return (
    <fieldset className="boards">
      <legend className="project-label">{t`Board`}</legend>
      {boards.map((board) => {
        // "NodeMCU (ESP8266)": the chip on a line of its own.
        const [, title = board.name, chip] = /^(.+?) \((.+)\)$/.exec(board.name) ?? [];
        return (
          <label key={board.id} className="board-option">
            <input
              className="sr-only"
              type="radio"
              name={name}
              checked={board.id === value}
              onChange={() => onChange(board.id)}
            />
            <BoardPicture board={board.id} />
            <span className="board-name">
              {title}
              {chip && <small>{chip}</small>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
