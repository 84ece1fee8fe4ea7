import { plural, t } from '@lingui/core/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import './own-rows.css';

type OwnRowsProps<Row> = {
  title: string;
  /** What these are for, in a sentence. */
  description: string;
  /** Name one of the rows, counted from 1. */
  rowLabel: (row: number) => string;
  removeLabel: (row: number) => string;
  addLabel: string;
  rows: readonly Row[];
  limit: number;
  /** Lays the fields of a row out side by side. */
  layout: 'variable' | 'output' | 'event';
  /** Fields of a row, and what stands below them. */
  fields: (row: Row, index: number) => ReactNode;
  notes?: (row: Row, index: number) => ReactNode;
  onAdd: () => void;
  onRemove: (id: string) => void;
};

/** Rows of fields that are added and removed, with how many there may be. */
export function OwnRows<Row extends { id: string }>(props: OwnRowsProps<Row>) {
  const { title, description, rowLabel, removeLabel, addLabel, rows, limit, layout, fields, notes } = props;
  const { onAdd, onRemove } = props;
  const addRef = useRef<HTMLButtonElement>(null);
  const isFull = rows.length >= limit;
  return (
    <section className="own-part" aria-label={title}>
      <div className="own-head">
        <h3>{title}</h3>
        <span className="own-count num">{t`${{ count: rows.length }} of ${limit}`}</span>
        <p>{description}</p>
      </div>
      {rows.map((row, index) => (
        <fieldset key={row.id} className={`own-row own-row-${layout}`} aria-label={rowLabel(index + 1)}>
          {fields(row, index)}
          <IconButton
            className="own-remove"
            label={removeLabel(index + 1)}
            icon={IconTrash}
            onClick={() => {
              onRemove(row.id);
              // The button that had the focus is gone.
              addRef.current?.focus();
            }}
          />
          {notes?.(row, index)}
        </fieldset>
      ))}
      <Button ref={addRef} className="own-add" icon={IconPlus} disabled={isFull} onClick={onAdd}>
        {addLabel}
      </Button>
      {isFull && (
        <p className="own-full">
          {plural(limit, { one: 'A sketch can have at most #.', other: 'A sketch can have at most #.' })}
        </p>
      )}
    </section>
  );
}

/** The rows with one of them changed. */
export const withRow = <Row extends { id: string }>(rows: readonly Row[], id: string, patch: Partial<Row>): Row[] =>
  rows.map((row) => (row.id === id ? { ...row, ...patch } : row));

/** The rows without one of them. */
export const withoutRow = <Row extends { id: string }>(rows: readonly Row[], id: string): Row[] =>
  rows.filter((row) => row.id !== id);
