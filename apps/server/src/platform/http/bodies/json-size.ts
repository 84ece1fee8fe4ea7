/** Deeper than anything of the API, which has six levels. */
const maxDepth = 16;
/** What a value in a body takes at least on average, its key and comma included; ids in a list take about as much. */
const bytesPerValue = 8;

/**
 * Why a JSON text is not worth parsing, or undefined: it is nested too deeply, or has more values than a text of `maxBytes` that means
 * something. Only signs outside strings are counted, in one pass, so an object in a list counts twice; whether the rest is JSON the parser
 * decides.
 */
export function jsonExcess(text: string, maxBytes: number): string | undefined {
  const maxValues = maxBytes / bytesPerValue;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        values += 1;
        if (depth > maxDepth) return `The request is nested more than ${maxDepth} levels deep.`;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        values += 1;
        break;
    }
    if (values > maxValues) return 'The request has too many values.';
  }
  return undefined;
}

/** Where the string that begins at `start` ends; the end of the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
