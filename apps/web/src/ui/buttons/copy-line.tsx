import { CopyButton } from './copy-button.tsx';
import './copy-line.css';

type CopyLineProps = {
  text: string;
  /** What is copied, for the button's name: `Copy the command`. */
  label: string;
};

/** A command, address or secret to take along: shown whole, copied with one press. */
export function CopyLine({ text, label }: CopyLineProps) {
  return (
    <div className="copy-line">
      <code className="mono">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
