import { type CalendarDate, parseDate } from '@internationalized/date';
import { t } from '@lingui/core/macro';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useReducer } from 'react';
import { Button } from 'react-aria-components/Button';
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Heading } from 'react-aria-components/Heading';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import './date-field.css';
import { i18n } from '../../lib/language/i18n.ts';
import { Icon } from '../graphics/icon.tsx';
import { floatingStyle } from '../overlays/overlay.ts';
import '../overlays/popover.css';

type DateFieldProps = {
  label: string;
  hideLabel?: boolean;
  /** Help below the field. */
  description?: string;
  /** The first day that may be chosen, `YYYY-MM-DD`. */
  min?: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (value: string) => void;
  /** Whose order of day, month and year, and whose calendar is used; weeks begin on Sunday. */
  locale: string;
};

/**
 * A day, typed part by part or chosen from a calendar. What is left half empty shows the value again, which is still the one
 * from before.
 */
export function DateField({ label, hideLabel = false, description, min, value, onChange, locale }: DateFieldProps) {
  // React Aria replaces what is typed when it gets another object, also of the same day.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  return (
    <I18nProvider locale={locale}>
      <DatePicker
        className="date-field"
        aria-label={hideLabel ? label : undefined}
        value={dayOf(value)}
        onChange={(day) => onChange(day?.toString() ?? '')}
        onBlur={drawAgain}
        minValue={min === undefined ? undefined : dayOf(min)}
        firstDayOfWeek="sun"
        shouldForceLeadingZeros
      >
        {!hideLabel && <Label className="date-field-label">{label}</Label>}
        <Group className="date-field-box">
          <DateInput className="date-field-parts">{(segment) => <DateSegment segment={segment} />}</DateInput>
          <Button className="icon-button icon-button-small" aria-label={t`Choose from a calendar`}>
            <Icon of={IconCalendar} size={16} />
          </Button>
        </Group>
        {description && (
          <Text className="date-field-help" slot="description">
            {description}
          </Text>
        )}
        <Popover className="overlay popover" style={floatingStyle}>
          <Dialog className="date-field-dialog" aria-label={label}>
            <I18nProvider locale={textLocale(locale)}>
              <Calendar>
                <header className="date-field-month">
                  <Button className="icon-button" slot="previous" aria-label={t`Earlier month`}>
                    <Icon of={IconChevronLeft} />
                  </Button>
                  <Heading />
                  <Button className="icon-button" slot="next" aria-label={t`Later month`}>
                    <Icon of={IconChevronRight} />
                  </Button>
                </header>
                <CalendarGrid weekdayStyle="short">{(day) => <CalendarCell date={day} />}</CalendarGrid>
              </Calendar>
            </I18nProvider>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}

/** The calendar's months and days are in the language of the page, whichever order the profile wants for dates. */
const textLocale = (locale: string): string =>
  i18n.locale === 'en' || locale.startsWith(i18n.locale) ? locale : `${i18n.locale}-u-ca-gregory-nu-latn`;

function dayOf(text: string): CalendarDate | null {
  try {
    return text === '' ? null : parseDate(text);
  } catch {
    return null;
  }
}
