import { readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { type NodePath, type PluginObj, transformAsync, types } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';
import { catalogueOf } from './catalogue-names.ts';
import { readCatalogue } from './read-catalogue.ts';

const sources = join(import.meta.dirname, '../src');

/**
 * Makes calls of the texts in the code, compiles catalogues (`.po`), and lets each module fetch its catalogue when it is loaded.
 * The English text stays in the call, ready to be drawn: it appears where a language has no text of its own.
 */
export function messages(): Plugin {
  return {
    name: 'cyno-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /@lingui\/(core|react)\/macro/ },
      async handler(code, id) {
        const config = getConfig({ configPath: join(import.meta.dirname, '../lingui.config.ts') });
        const name = catalogueOf(relative(sources, id).replaceAll(sep, '/'));
        const done = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [[macros, { linguiConfig: config, descriptorFields: 'message' }], compileEnglish(name)],
        });
        const announce =
          name === undefined ? '' : `\nimport { addCatalogue } from '#catalogues';\naddCatalogue('${name}');`;
        return done && { code: `${done.code}${announce}`, map: done.map };
      },
    },
    load: {
      filter: { id: /\.po$/ },
      async handler(id) {
        const catalogue = await readCatalogue(await readFile(id, 'utf8'), basename(id));
        const name = basename(id, '.po');
        const compiled = Object.fromEntries(
          catalogue
            .filter(({ translation }) => translation !== '')
            .map(({ message, translation }) => [generateMessageId(message, name), compileMessageOrThrow(translation)]),
        );
        return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
      },
    },
  };
}

/**
 * Replaces the English text of a call by what Lingui makes of it, so that no page needs the compiler. Its id is that of its catalogue:
 * the same English text may be two texts in another language.
 */
const compileEnglish = (catalogue: string | undefined) => (): PluginObj => ({
  visitor: {
    Program: {
      exit(program) {
        program.traverse({
          ObjectExpression(path) {
            const { id, message } = textOf(path);
            if (!id || !message) return;
            id.value.value = generateMessageId(message.value.value, catalogue);
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
