import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { messages } from './messages-plugin.ts';

/** What the plugin makes of a module, of the login page unless another one is named. */
async function transform(code: string, path = 'features/people/accounts/login/example.tsx'): Promise<string> {
  const { handler } = messages().transform as unknown as {
    handler: (code: string, id: string) => Promise<{ code: string }>;
  };
  const made = await handler(code, join(import.meta.dirname, '../src', path));
  return (await transformWithOxc(made.code, 'example.tsx', { jsx: { runtime: 'automatic' } })).code.replaceAll(
    /\s+/g,
    ' ',
  );
}

const importT = "import { plural, t } from '@lingui/core/macro';";

describe('a text in the code', () => {
  it('is ready to be drawn in English without the compiler', async () => {
    expect(await transform(`${importT} export const hello = (name: string) => t\`Hello \${name}\`;`)).toMatch(
      /message: \["Hello ", \["name"\]\]/,
    );
    const devices = `${importT} export const count = (n: number) => plural(n, { one: '# device', other: '# devices' });`;
    expect(await transform(devices)).toContain('"plural"');
  });

  it('may have elements in it', async () => {
    const code = await transform(
      "import { Trans } from '@lingui/react/macro'; export const A = () => <Trans>Now it is <b>{now}</b>.</Trans>;",
    );
    expect(code).toMatch(/message: \[ ?"Now it is <0>", \["now"\], "<\/0>\." ?\]/);
    expect(code).toContain('from "#trans"');
  });

  it('fetches the catalogue of its file', async () => {
    expect(await transform(`${importT} export const yes = () => t\`Yes\`;`)).toContain('addCatalogue("start")');
  });

  it('is another text in another catalogue, where it may be translated in another way', async () => {
    const code = `${importT} export const open = () => t\`Open\`;`;
    const idOf = async (path?: string) => /id: "([^"]+)"/.exec(await transform(code, path))?.[1];
    expect(await idOf()).toBeDefined();
    expect(await idOf('features/people/billing/example.tsx')).not.toBe(await idOf());
  });

  it('is refused outside a function, where it would be fixed before the language is known', async () => {
    await expect(transform(`${importT} export const yes = t\`Yes\`;`)).rejects.toThrow(/Outside a function/);
  });
});
