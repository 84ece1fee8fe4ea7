import { t } from '@lingui/core/macro';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { type LogView, timeOfDay } from './log-view.ts';

type LogTimeButtonProps = { view: LogView; onChange: (change: Partial<LogView>) => void };

/** From when to when, as times of the file's day. */
export function LogTimeButton({ view: { since, until }, onChange }: LogTimeButtonProps) {
  const range = { start: since || t`start`, end: until || t`end` };
  const label = since === '' && until === '' ? t`Time: any` : t`${{ start: range.start }} to ${{ end: range.end }}`;
  return (
    <Popover label={t`Time of day`} placement="bottom start" trigger={<Button icon={IconClock}>{label}</Button>}>
      <div className="log-times">
        <TimeField key={`from ${since}`} label={t`From`} value={since} onChange={(time) => onChange({ since: time })} />
        <TimeField key={`to ${until}`} label={t`To`} value={until} onChange={(time) => onChange({ until: time })} />
        <Button variant="ghost" onClick={() => onChange({ since: '', until: '' })}>
          {t`Any time`}
        </Button>
      </div>
    </Popover>
  );
}

// The browser's own field for times follows the language of the browser, and the clock here has 24 hours.
function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const [text, setText] = useState(value);
  const time = timeOfDay(/^\d:/.test(text.trim()) ? `0${text.trim()}` : text.trim());
  const apply = () => {
    const isUsable = time !== '' || text.trim() === '';
    if (isUsable && time !== value) onChange(time);
  };
  return (
    <TextField
      label={label}
      placeholder="14:05"
      maxLength={5}
      value={text}
      error={time === '' && text.length >= 5 ? t`Enter a time such as 14:05.` : null}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
