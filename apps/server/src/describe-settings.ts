import { z } from 'zod';
import { settingGroups } from './settings.ts';

/** A setting as the documentation shows it; `values` are the only ones that it takes, when there are few. */
export interface SettingDescription {
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  /** As it is written into `.env`; null: unset. */
  readonly defaultValue: string | null;
  readonly values: readonly string[] | null;
}

export interface SettingGroupDescription {
  readonly title: string;
  readonly settings: readonly SettingDescription[];
}

/** Every setting of the server in the order and the groups of `settings.ts`. */
export function describeSettings(): SettingGroupDescription[] {
  return Object.entries(settingGroups).map(([title, group]) => ({
    title,
    settings: Object.entries<z.ZodType>(group.shape).map(([name, setting]) => ({
      name,
      description: setting.description ?? '',
      defaultValue: written(setting.safeParse(undefined).data),
      values: valuesOf(setting),
    })),
  }));
}

function written(value: unknown): string | null {
  if (value === undefined) return null;
  // Of ports: switched off.
  if (value === null) return '0';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

function valuesOf(setting: z.ZodType): string[] | null {
  const { enum: values } = z.toJSONSchema(setting, { io: 'input', unrepresentable: 'any' });
  return values?.map(String) ?? null;
}
