import { describeSettings, type SettingDescription } from '../../server/src/describe-settings.ts';

/** The reference of all settings as Markdown: a heading and a table for each group. */
export function settingsMarkdown(): string {
  return describeSettings()
    .map(({ title, settings }) => {
      const rows = settings.map((setting) => `| \`${setting.name}\` | ${defaultOf(setting)} | ${sentence(setting)} |`);
      return `## ${title}\n\n| Setting | Default | What it does |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

const defaultOf = ({ defaultValue }: SettingDescription) => (defaultValue === null ? '–' : `\`${defaultValue}\``);

function sentence({ description, values }: SettingDescription): string {
  const unnamed = values?.filter((value) => !description.includes(`\`${value}\``)) ?? [];
  const list = unnamed.length > 0 ? ` One of ${values?.map((value) => `\`${value}\``).join(', ')}.` : '';
  return description + list;
}

/** Every setting as a line of `.env`, each commented out at its default. */
export function envExample(): string {
  const groups = describeSettings().map(({ title, settings }) => {
    const lines = settings.flatMap((setting) => [
      ...wrap(sentence(setting).replaceAll('`', '')),
      `#${setting.name}=${written(setting)}`,
      '',
    ]);
    return `# --- ${title}\n\n${lines.join('\n')}`;
  });
  return `# Copy this file to .env and take away the # before what you set. Nothing has to be set.\n\n${groups.join('\n')}`;
}

const written = ({ defaultValue }: SettingDescription) =>
  defaultValue !== null && /[\s<>]/.test(defaultValue) ? `"${defaultValue}"` : (defaultValue ?? '');

/** Comment lines of at most 100 characters. */
function wrap(text: string): string[] {
  return (text.match(/.{1,98}(?:\s|$)/g) ?? []).map((line) => `# ${line.trim()}`);
}
