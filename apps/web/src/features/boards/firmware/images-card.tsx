import type { Device, FirmwareImage, FirmwareImageList } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { RowList } from '../../../ui/cards/row-list.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useDeleteImage } from './firmware-queries.ts';
import { imageText } from './firmware-text.ts';
import { ImageDialog } from './image-dialog.tsx';
import { ImageRow } from './image-row.tsx';
import { UploadForm } from './upload-form.tsx';

type ImagesCardProps = {
  device: Device;
  list: FirmwareImageList;
  /** What the board runs, as far as it is known. */
  currentId: number | null;
  onUpdate: (imageId: number) => void;
};
type Question = { action: 'edit' | 'delete'; image: FirmwareImage } | null;

/** The account's images, those for this board first, and the way to add one. */
export function ImagesCard({ device, list, currentId, onUpdate }: ImagesCardProps) {
  const [question, setQuestion] = useState<Question>(null);
  const fits = ({ family }: FirmwareImage) => family === device.family;
  const images = [...list.images.filter(fits), ...list.images.filter((image) => !fits(image))];
  const close = () => setQuestion(null);
  return (
    <SectionCard
      id="images"
      title={t`Firmware files`}
      description={t`For all your boards. ${{ used: formatBytes(list.usedBytes) }} of ${{ limit: formatBytes(list.maxBytes) }} used.`}
    >
      <UploadForm />
      {images.length === 0 ? (
        <p className="firmware-quiet">
          {t`No firmware yet. Export the compiled sketch in the Arduino IDE (Sketch, Export Compiled Binary) or build it with PlatformIO, and add the .bin file here.`}
        </p>
      ) : (
        <RowList label={t`Firmware files`}>
          {images.map((image) => (
            <ImageRow
              key={image.id}
              image={image}
              fits={fits(image)}
              isCurrent={image.id === currentId}
              onUpdate={() => onUpdate(image.id)}
              onEdit={() => setQuestion({ action: 'edit', image })}
              onDelete={() => setQuestion({ action: 'delete', image })}
            />
          ))}
        </RowList>
      )}
      {question?.action === 'edit' && <ImageDialog image={question.image} onClose={close} />}
      {question?.action === 'delete' && <DeleteQuestion image={question.image} onClose={close} />}
    </SectionCard>
  );
}

function DeleteQuestion({ image, onClose }: { image: FirmwareImage; onClose: () => void }) {
  const remove = useDeleteImage();
  return (
    <ConfirmDialog
      title={t`Delete ${{ firmware: imageText(image) }}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Delete`}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(image.id, { onSuccess: onClose })}
    >
      {remove.isError
        ? failureText(remove.error)
        : t`Boards that run it continue. To install it again, you need to upload it again.`}
    </ConfirmDialog>
  );
}
