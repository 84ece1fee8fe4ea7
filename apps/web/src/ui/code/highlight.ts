/** What a piece of code is: a word of the language, a text, a number, a comment, or anything else. */
export type TokenKind = 'key' | 'str' | 'num' | 'com' | 'plain';
export type Token = { kind: TokenKind; text: string };

const cppKeywords =
  'alignas|auto|bool|break|byte|case|char|class|const|constexpr|continue|default|delete|do|double|else|enum|explicit|extern|false|float|for|friend|if|inline|int|long|namespace|new|nullptr|private|protected|public|return|short|signed|sizeof|static|struct|switch|template|this|true|typedef|typename|union|unsigned|using|virtual|void|volatile|while|String|u?int(?:8|16|32|64)_t|size_t';

const cpp = new RegExp(
  [
    String.raw`(?<com>//[^\n]*|/\*[^]*?(?:\*/|$))`,
    String.raw`(?<str>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|(?<=#include +)<[^>\n]*>)`,
    String.raw`(?<key>#\s*[a-z]+|\b(?:${cppKeywords})\b)`,
    String.raw`(?<num>\b(?:0[xX][\da-fA-F]+|0[bB][01]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)[uUlLfF]*\b)`,
  ].join('|'),
  'g',
);

const ini =
  /(?<com>(?<=^|\s)[;#][^\n]*)|(?<key>^\[[^\]\n]*\])|(?<num>(?<==\s*)\d+(?:\.\d+)?(?=\s*$))|(?<str>(?<==\s*|^\s+)[^\s=;#][^\n;]*)/gm;

/**
 * Splits a file into lines of coloured pieces; the ending of its name decides the language (C++ for `.ino`, `.h` and
 * `.cpp`, `.ini`; anything else is plain). The pieces of a line joined are the line.
 */
export function highlight(path: string, text: string): Token[][] {
  const pattern = patternFor(path);
  const lines: Token[][] = [[]];
  const push = (kind: TokenKind, piece: string) => {
    for (const [index, line] of piece.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (line !== '') lines.at(-1)?.push({ kind, text: line });
    }
  };
  let end = 0;
  for (const match of pattern === undefined ? [] : text.matchAll(pattern)) {
    push('plain', text.slice(end, match.index));
    push(kindOf(match.groups), match[0]);
    end = match.index + match[0].length;
  }
  push('plain', text.slice(end));
  return lines;
}

function patternFor(path: string): RegExp | undefined {
  if (/\.(?:ino|h|hpp|cpp|c)$/.test(path)) return cpp;
  return path.endsWith('.ini') ? ini : undefined;
}

function kindOf(groups: Record<string, string | undefined> | undefined): TokenKind {
  if (groups?.com !== undefined) return 'com';
  if (groups?.str !== undefined) return 'str';
  return groups?.key === undefined ? 'num' : 'key';
}
