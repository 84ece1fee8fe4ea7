import type { Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { useChangeDevice, useDevices } from '../devices/index.ts';
import './tags-card.css';

const maxTags = 10;
const maxCharacters = 24;

/** Tags by which devices are found together; each takes effect at once. */
export function TagsCard({ device: { espid, tags } }: { device: Device }) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const change = useChangeDevice(espid);
  const unused = useTagsInUse().filter((tag) => !has(tags, tag));
  const isFull = tags.length >= maxTags;
  const tag = typed.trim();
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (tag === '' || change.isPending) return;
    if (has(tags, tag)) setTyped('');
    else change.mutate({ tags: [...tags, tag] }, { onSuccess: () => setTyped((now) => (now === typed ? '' : now)) });
  };
  return (
    <SectionCard
      id="tags"
      title={t`Tags`}
      description={t`Labels to search and filter the device list by, such as a crop or a customer.`}
    >
      {tags.length > 0 && (
        <ul className="tags-card-list" aria-label={t`Tags`}>
          {tags.map((each) => (
            <li key={each}>
              <button
                type="button"
                className="tags-card-tag"
                aria-label={t`Remove tag ${each}`}
                onClick={() => change.isPending || change.mutate({ tags: tags.filter((other) => other !== each) })}
              >
                {each}
                <Icon of={IconX} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="device-settings-name" onSubmit={add}>
        <TextField
          label={t`New tag`}
          hideLabel
          placeholder={isFull ? plural(maxTags, { one: 'At most # tag', other: 'At most # tags' }) : t`Greenhouse`}
          list={listId}
          maxLength={maxCharacters}
          disabled={isFull}
          autoComplete="off"
          value={typed}
          error={change.isError ? failureText(change.error) : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <datalist id={listId}>
          {unused.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Button type="submit" busy={change.isPending} disabled={tag === '' || isFull}>
          {t`Add`}
        </Button>
      </form>
    </SectionCard>
  );
}

const has = (tags: readonly string[], tag: string) => tags.some((each) => each.toLowerCase() === tag.toLowerCase());

/** The tags of all own devices, each once. */
function useTagsInUse(): string[] {
  const devices = useDevices().data ?? [];
  return [...new Set(devices.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
}
