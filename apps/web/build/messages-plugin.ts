import { readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { type NodePath, type PluginObj, transformAsync, types } from '@babel/core';
import { languageCodes } from '@cyno/contract/languages';
import macros from '@lingui/babel-plugin-lingui-macro';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';
import { catalogueOf } from './catalogue-names.ts';
import { readCatalogue } from './read-catalogue.ts';

const sources = join(import.meta.dirname, '../src');
const firstLanguage = languageCodes.find((code) => code !== 'en') ?? 'en';

/**
 * Makes calls of the texts in the code, compiles catalogues (`.po`), and lets each module fetch its catalogue when it is loaded.
 * The English text stays in the call, ready to be drawn: it appears where a language has no text of its own.
 */
export function messages(): Plugin {
  const numbers = new Map<string, Promise<Numbers>>();
  /** The same as long as the plugin runs: what is translated meanwhile keeps its number, and a new text is English until the next start. */
  const numbersOf = (name: string) => {
    const read = numbers.get(name) ?? readNumbers(name);
    numbers.set(name, read);
    return read;
  };
  return {
    name: 'cyno-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
      async handler(code, id) {
        const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') });
        const name = catalogueOf(relative(sources, id).replaceAll(sep, '/'));
        const catalogue = name === undefined ? undefined : { name, numbers: await numbersOf(name) };
        const done = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [[macros, { linguiConfig: config, descriptorFields: 'message' }], compileEnglish(catalogue)],
        });
        const announce =
          name === undefined ? '' : `\nimport { addCatalogue } from '#catalogues';\naddCatalogue('${name}');`;
        return done && { code: `${done.code}${announce}`, map: done.map };
      },
    },
    load: {
      filter: { id: /\.po$/ },
      async handler(id) {
        const translations = await readCatalogue(await readFile(id, 'utf8'), basename(id));
        const byMessage = new Map(translations.map(({ message, translation }) => [message, translation]));
        const compiled = [...(await numbersOf(basename(id, '.po'))).keys()].map((message) => {
          const translation = byMessage.get(message);
          return translation ? compileMessageOrThrow(translation) : null;
        });
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
      },
    },
  };
}

/** The texts of a catalogue with their places in it. */
type Numbers = ReadonlyMap<string, number>;

async function readNumbers(name: string): Promise<Numbers> {
  const content = await readFile(join(sources, `locales/${firstLanguage}/${name}.po`), 'utf8').catch(() => '');
  return new Map((await readCatalogue(content, name)).map(({ message }, number) => [message, number]));
}

/**
 * Replaces the English text of a call by what Lingui makes of it, so that no page needs the compiler. Its id is its place in its catalogue,
 * shorter than Lingui's, of which gzip makes nothing: the same English text may be two texts in another language.
 */
const compileEnglish = (catalogue: { name: string; numbers: Numbers } | undefined) => (): PluginObj => ({
  visitor: {
    Program: {
      exit(program) {
        program.traverse({
          ObjectExpression(path) {
            const { id, message } = textOf(path);
            if (!id || !message) return;
            const number = catalogue?.numbers.get(message.value.value);
            id.value.value =
              number === undefined
                ? generateMessageId(message.value.value, catalogue?.name)
                : `${catalogue?.name}.${number}`;
            const compiled = types.valueToNode(compileMessageOrThrow(message.value.value));
            Object.assign(message, { value: compiled });
            const call = path.parentPath;
            const isText = call.isCallExpression() && call.get('callee').isMemberExpression();
            if (isText && !path.getFunctionParent()) {
              throw call.buildCodeFrameError(
                'Outside a function a text is fixed before the language is known: use msg, or a function.',
              );
            }
          },
        });
      },
    },
  },
});

type Text = types.ObjectProperty & { value: types.StringLiteral };

/** The identity and the English text of an object that Lingui has made. */
function textOf(path: NodePath<types.ObjectExpression>): { id?: Text; message?: Text } {
  const find = (name: string) =>
    path.node.properties.find(
      (property): property is Text =>
        types.isObjectProperty(property) &&
        types.isIdentifier(property.key, { name }) &&
        types.isStringLiteral(property.value),
    );
  return { id: find('id'), message: find('message') };
}
