import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { formatList } from '../../../../lib/format/format-list.ts';
import { i18n } from '../../../../lib/language/i18n.ts';
import type { DeviceColumn } from '../device-columns.ts';
import type { FilterRule, MatchMode } from './filter-match.ts';

const labels: Record<MatchMode, MessageDescriptor> = {
  startsWith: msg`starts with`,
  contains: msg`contains`,
  notContains: msg`does not contain`,
  endsWith: msg`ends with`,
  equals: msg`is`,
  notEquals: msg`is not`,
  in: msg`is one of`,
  lt: msg`is below`,
  lte: msg`is at most`,
  gt: msg`is above`,
  gte: msg`is at least`,
  between: msg`is between`,
  dateIs: msg`is on`,
  dateIsNot: msg`is not on`,
  dateBefore: msg`is before`,
  dateAfter: msg`is after`,
};

/** The label of a match mode where it is chosen, between column and value. */
export const modeLabel = (mode: MatchMode): string => i18n._(labels[mode]);

/** A filled-in condition in a sentence: "Temperature is above 30 °C". */
export function ruleSentence(rule: FilterRule, columns: readonly DeviceColumn[]): string {
  const found = columns.find(({ id }) => id === rule.column);
  const column = found?.label ?? rule.column;
  const values = rule.values
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map((value) => found?.choices.find(({ id }) => id === value)?.label ?? value);
  const withUnit = (text: string) => `${text} ${found?.unit ?? ''}`.trim();
  const value = withUnit(formatList(values));
  switch (rule.mode) {
    case 'startsWith':
      return t`${column} starts with ${value}`;
    case 'contains':
      return t`${column} contains ${value}`;
    case 'notContains':
      return t`${column} does not contain ${value}`;
    case 'endsWith':
      return t`${column} ends with ${value}`;
    case 'equals':
      return t`${column} is ${value}`;
    case 'notEquals':
      return t`${column} is not ${value}`;
    case 'in':
      return t`${column} is one of ${value}`;
    case 'lt':
      return t`${column} is below ${value}`;
    case 'lte':
      return t`${column} is at most ${value}`;
    case 'gt':
      return t`${column} is above ${value}`;
    case 'gte':
      return t`${column} is at least ${value}`;
    case 'between': {
      const [low = '', high = ''] = rule.values.map((end) => end.trim());
      if (low === '') return t`${column} is at most ${value}`;
      if (high === '') return t`${column} is at least ${value}`;
      return t`${column} is between ${low} and ${{ high: withUnit(high) }}`;
    }
    case 'dateIs':
      return t`${column} is on ${value}`;
    case 'dateIsNot':
      return t`${column} is not on ${value}`;
    case 'dateBefore':
      return t`${column} is before ${value}`;
    case 'dateAfter':
      return t`${column} is after ${value}`;
  }
}
