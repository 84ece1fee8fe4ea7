import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../paths.mjs';
import { comments, fixedFiles, fixedNames, nameParts, names } from './term-list.mjs';
import { readWireNames } from './wire-names.mjs';

const folders = ['apps', 'packages', 'bench', 'scripts', 'lint'];
const unrelated = /^(node_modules|dist|test-results|playwright-report|migrations|\..*)$/;
const code = /\.(?:[cm]?[jt]s|tsx)$/;
// The list itself has them all.
const isList = (path) => /scripts\/bootstrap\/terms\/term(?:s\.test\.ts|-list\.mjs)$/.test(path);

const wireNames = await readWireNames();
const insteadOf = new Map(
  Object.entries(names).flatMap(([all, instead]) => all.split(' ').map((word) => [word, instead])),
);

/** Throws an error that lists each place with what to write there. */
export async function requireTerms() {
  const found = (await Promise.all(folders.map((folder) => findBelow(folder)))).flat();
  if (found.length === 0) return;
  const lines = found.map(({ path, line, word, instead }) => `${path}:${line} ${word} → ${instead}`);
  const message = `${found.length} names or comments have terms of our own (scripts/bootstrap/terms/term-list.mjs):`;
  throw Object.assign(new Error([message, ...lines].join('\n')), { oneLine: true });
}

async function findBelow(folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (unrelated.test(entry.name)) return [];
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return [...inPath(path), ...(await findBelow(path))];
      if (isList(path)) return [];
      const isRead = code.test(path) || path.endsWith('.css');
      return [...inPath(path), ...(isRead ? findIn(path, await readFile(join(root, path), 'utf8')) : [])];
    }),
  );
  return found.flat();
}

function inPath(path) {
  if (fixedFiles.includes(path)) return [];
  const instead = insteadOfName(path.split('/').at(-1) ?? '');
  return instead ? [{ path, line: 1, word: 'its name', instead }] : [];
}

/** What a file has of them; `path` names the language. */
export function findIn(path, text) {
  return path.endsWith('.css') ? inStyles(path, text) : inCode(path, text);
}

function inStyles(path, text) {
  const notes = [...text.matchAll(/\/\*[\s\S]*?\*\//g)].flatMap((note) => inComment(path, text, note.index, note[0]));
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, (note) => ' '.repeat(note.length));
  const classes = [...bare.matchAll(/(?<=\.|--)[a-z][a-z0-9-]*/g)].flatMap((name) =>
    inName(path, { text, at: name.index }, name[0]),
  );
  return [...notes, ...classes];
}

function inCode(path, text) {
  const { program, comments: notes } = parseSync(path, text);
  const found = notes.flatMap(({ start, end }) => inComment(path, text, start, text.slice(start, end)));
  const seen = new Set();
  const visit = (node, isProperty) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, false);
      return;
    }
    const isName = node.type === 'Identifier' || node.type === 'PrivateIdentifier' || node.type === 'JSXIdentifier';
    if (isName && !isFixed(node.name, isProperty) && !seen.has(node.start)) {
      const wrong = inName(path, { text, at: node.start }, node.name);
      // A shorthand property is two names at one place: once is enough.
      if (wrong.length > 0) seen.add(node.start);
      found.push(...wrong);
    }
    for (const [key, child] of Object.entries(node)) {
      if (child !== null && typeof child === 'object') visit(child, isPropertyName(node, key));
    }
  };
  visit(program, false);
  return found.sort((a, b) => a.line - b.line);
}

/**
 * Names of libraries, of the HTTP API and of the database are not ours to choose. A wire name of one word, such as `kept`, may only be a
 * property: as a variable it would be a word of our own.
 */
const isFixed = (name, isProperty) => name in fixedNames || (wireNames.has(name) && (isProperty || /[A-Z]/.test(name)));

/** `x.name`, `{ name: … }`, `name: type`, `name="…"`; a shorthand's value is a variable, and is looked at as such. */
function isPropertyName({ type, computed }, key) {
  if (computed) return false;
  if (type === 'MemberExpression') return key === 'property';
  if (type === 'JSXAttribute') return key === 'name';
  return key === 'key';
}

const lineAt = (text, at) => text.slice(0, at).split('\n').length;

function inName(path, { text, at }, name) {
  const instead = insteadOfName(name);
  return instead ? [{ path, line: lineAt(text, at), word: name, instead }] : [];
}

function insteadOfName(name) {
  const found = nameParts.find(([pattern]) => pattern.test(name));
  if (found) return found[1];
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const part = parts.find((each) => insteadOf.has(each));
  return part === undefined ? undefined : insteadOf.get(part);
}

function inComment(path, text, start, note) {
  // Code, addresses and quotations of others are not our terms.
  const own = note.replaceAll(/`[^`]*`|https?:\/\/\S+|"[^"\n]*"/g, (other) => other.replaceAll(/[^\n]/g, ' '));
  return comments.flatMap(([pattern, instead]) => {
    const match = pattern.exec(own);
    return match ? [{ path, line: lineAt(text, start + match.index), word: `“${match[0]}”`, instead }] : [];
  });
}
