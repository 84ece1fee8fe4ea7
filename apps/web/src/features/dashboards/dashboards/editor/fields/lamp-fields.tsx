import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { tones } from './list-fields.tsx';
import { NumberField } from './number-field.tsx';

type Lamp = Extract<WidgetContent, { type: 'led' }>;

/** When a lamp is lit, in which colour, and its label. */
export function LampFields({ content, onChange }: { content: Lamp; onChange: (content: Lamp) => void }) {
  return (
    <>
      <div className="editor-line">
        <NumberField
          label={t`On from this value`}
          value={content.onFrom}
          onChange={(onFrom) => onChange({ ...content, onFrom })}
        />
        <SelectField
          label={t`Colour`}
          size="large"
          options={[...tones(), { id: 'own', label: t`Custom colour` } as const]}
          value={content.colour === undefined ? content.tone : 'own'}
          onChange={(tone) => {
            const { colour, ...rest } = content;
            onChange(tone === 'own' ? { ...content, colour: colour ?? '#5c6bc0' } : { ...rest, tone });
          }}
        />
      </div>
      {content.colour !== undefined && (
        <label className="editor-colour">
          <span>{t`Custom colour when on`}</span>
          <input
            type="color"
            value={content.colour}
            onChange={({ currentTarget }) => onChange({ ...content, colour: currentTarget.value })}
          />
        </label>
      )}
      <div className="editor-line">
        <TextField
          label={t`Label when on`}
          maxLength={20}
          value={content.onWord}
          onChange={({ currentTarget }) => onChange({ ...content, onWord: currentTarget.value })}
        />
        <TextField
          label={t`Label when off`}
          maxLength={20}
          value={content.offWord}
          onChange={({ currentTarget }) => onChange({ ...content, offWord: currentTarget.value })}
        />
      </div>
    </>
  );
}
