import { t } from '@lingui/core/macro';
import { IconEye, IconEyeOff, IconSearch, IconX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from '../buttons/button.tsx';
import './field.css';
import { Icon } from '../graphics/icon.tsx';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'size'> & {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Help below the field; the field names it as its description. */
  description?: ReactNode;
  /** What is wrong and what to do; marks the field as invalid. */
  error?: string | null;
  /** Shown at the end of the label's line, for example a link. */
  aside?: ReactNode;
};

type FrameProps = FieldProps & { before?: ReactNode; after?: ReactNode };

function FieldFrame({ label, hideLabel, description, error, aside, before, after, className, ...input }: FrameProps) {
  const id = useId();
  const notes = [error && `${id}-error`, description && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <div className={hideLabel ? 'sr-only' : 'field-label'}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="field-box" data-invalid={error ? true : undefined}>
        {before}
        <input {...input} id={id} aria-invalid={error ? true : undefined} aria-describedby={notes || undefined} />
        {after}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {description && (
        <div className="field-help" id={`${id}-help`}>
          {description}
        </div>
      )}
    </div>
  );
}

/** A labelled line of text; takes every attribute of `<input>`. */
export function TextField(props: FieldProps) {
  return <FieldFrame type="text" {...props} />;
}

/** A password with a button that shows it. */
export function PasswordField(props: FieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <FieldFrame
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={visible ? 'text' : 'password'}
      after={
        <IconButton
          className="field-action"
          label={visible ? t`Hide the password` : t`Show the password`}
          aria-pressed={visible}
          icon={visible ? IconEyeOff : IconEye}
          size="small"
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}

type SearchFieldProps = Omit<FieldProps, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

/** A search line with a button that empties it; its label is not drawn unless `hideLabel` is false. */
export function SearchField({ value, onChange, hideLabel = true, ...props }: SearchFieldProps) {
  const boxRef = useRef<HTMLInputElement>(null);
  return (
    <FieldFrame
      autoComplete="off"
      spellCheck={false}
      {...props}
      ref={boxRef}
      className={['field-search', props.className].filter(Boolean).join(' ')}
      hideLabel={hideLabel}
      type="search"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      before={<Icon of={IconSearch} size={16} />}
      after={
        value !== '' && (
          <IconButton
            className="field-action"
            label={t`Clear the search`}
            icon={IconX}
            size="small"
            onClick={() => {
              onChange('');
              boxRef.current?.focus();
            }}
          />
        )
      }
    />
  );
}
