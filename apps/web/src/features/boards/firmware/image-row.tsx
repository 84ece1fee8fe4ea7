import type { FirmwareImage } from '@cyno/contract';
import { IconCpu, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { formatBytes, formatDateTime } from '../../../lib/format/format.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Row } from '../../../ui/cards/row-list.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { familyLabel, imageText } from './firmware-text.ts';

type ImageRowProps = {
  image: FirmwareImage;
  /** Whether the board of the page can run it. */
  fits: boolean;
  /** Whether it runs it. */
  isCurrent: boolean;
  onUpdate: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** One image with its facts. */
export function ImageRow({ image, fits, isCurrent, onUpdate, onEdit, onDelete }: ImageRowProps) {
  const { family, bytes, flashBytes, uploadedAt, runsOn, notes, md5 } = image;
  const facts = [
    formatBytes(bytes),
    flashBytes === null ? null : `built for ${flashBytes / 1024 ** 2} MB of flash`,
    `added ${formatDateTime(uploadedAt)}`,
    runsOn === 0 ? null : runsOn === 1 ? 'on 1 board' : `on ${runsOn} boards`,
  ];
  return (
    <Row
      icon={IconCpu}
      title={imageText(image)}
      badge={
        <Badge shape="tag" tone={fits ? 'info' : 'neutral'}>
          {familyLabel(family)}
        </Badge>
      }
      detail={
        <>
          {facts.filter((fact) => fact !== null).join(' · ')}
          <br />
          <span title={md5} className="mono">
            MD5 {md5.slice(0, 12)}
          </span>
          {notes !== '' && (
            <>
              <br />
              <span className="image-notes">{notes}</span>
            </>
          )}
        </>
      }
      actions={
        <>
          <Button
            variant={fits && !isCurrent ? 'primary' : 'default'}
            onClick={onUpdate}
            aria-label={`Update to ${imageText(image)}`}
          >
            {isCurrent ? 'Install again' : fits ? 'Update' : 'Other boards'}
          </Button>
          <Menu
            label={`More for ${imageText(image)}`}
            trigger={<IconButton label={`More for ${imageText(image)}`} icon={IconDots} />}
            entries={[
              { id: 'edit', label: 'Version and notes', icon: IconPencil, onAction: onEdit },
              { id: 'delete', label: 'Delete', icon: IconTrash, tone: 'danger', onAction: onDelete },
            ]}
          />
        </>
      }
    />
  );
}
