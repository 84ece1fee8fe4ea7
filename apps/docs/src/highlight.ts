import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';

/** What a block of code may name as its language, and Prism's word for it. */
const languages: Record<string, string> = {
  sh: 'bash',
  cpp: 'cpp',
  ini: 'ini',
  json: 'json',
  js: 'javascript',
  nginx: 'nginx',
  python: 'python',
  yaml: 'yaml',
};
loadLanguages(Object.values(languages));

/** Marks the code up with classes; a block without a language, or of `text`, is only escaped. */
export function highlight(code: string, language: string): string {
  if (language === '' || language === 'text') return escapeHtml(code);
  const name = languages[language];
  const grammar = name && Prism.languages[name];
  if (!name || !grammar) throw new Error(`Code in ${language} cannot be highlighted.`);
  return Prism.highlight(code, grammar, name);
}

/** Text as it stands in markup, also inside of attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
