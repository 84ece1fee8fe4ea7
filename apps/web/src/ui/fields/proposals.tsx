import './proposals.css';

type ProposalsProps = {
  /** The id of the list; its entries are `<id>-0` and so on, for the field's `aria-activedescendant`. */
  id: string;
  label: string;
  options: readonly { key: string; code: string; detail: string }[];
  active: number;
  onChoose: (index: number) => void;
};

/** What a text field proposes while somebody types; the field keeps the focus. */
export function Proposals({ id, label, options, active, onChoose }: ProposalsProps) {
  return (
    <div id={id} className="proposals" role="listbox" aria-label={label} hidden={options.length === 0}>
      {options.map(({ key, code, detail }, index) => (
        <button
          type="button"
          key={key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <code>{code}</code>
          <span>{detail}</span>
        </button>
      ))}
    </div>
  );
}
