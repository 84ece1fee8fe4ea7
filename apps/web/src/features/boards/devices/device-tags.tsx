import { t } from '@lingui/core/macro';
import './device-tags.css';

/** So many tags have room in a line where they can be read. */
const maxVisible = 3;

/** A device's tags in one line, the first of many; all are in its title. */
export function DeviceTags({ tags }: { tags: readonly string[] }) {
  const more = tags.length - maxVisible;
  return (
    <ul className="device-tags" aria-label={t`Tags`} title={tags.join(', ')}>
      {tags.slice(0, maxVisible).map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {more > 0 && <li className="device-tags-more">+{more}</li>}
    </ul>
  );
}
