import type { FirmwareImage } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
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
    flashBytes === null ? null : t`${{ megabytes: flashBytes / 1024 ** 2 }} MB flash`,
    t`added ${{ time: formatDateTime(uploadedAt) }}`,
    runsOn === 0 ? null : plural(runsOn, { one: 'on # board', other: 'on # boards' }),
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
            aria-label={t`Update to ${{ firmware: imageText(image) }}`}
          >
            {isCurrent ? t`Install again` : fits ? t`Update` : t`Other boards`}
          </Button>
          <Menu
            label={t`More for ${{ firmware: imageText(image) }}`}
            trigger={<IconButton label={t`More for ${{ firmware: imageText(image) }}`} icon={IconDots} />}
            entries={[
              { id: 'edit', label: t`Version and notes`, icon: IconPencil, onAction: onEdit },
              { id: 'delete', label: t`Delete`, icon: IconTrash, tone: 'danger', onAction: onDelete },
            ]}
          />
        </>
      }
    />
  );
}
