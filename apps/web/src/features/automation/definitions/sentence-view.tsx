import type { Part } from './rich-text.ts';
import './sentence-view.css';

/** A sentence in which the parts that its owner chose stand out. */
export function SentenceView({ parts }: { parts: readonly Part[] }) {
  return (
    <span className="sentence">
      {parts.map(({ text, strong }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is nothing but its place
        strong ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
      )}
    </span>
  );
}
