/** A board that never ends a line must not fill the memory. */
const longestLine = 4096;

/** Colours and cursor movements of a terminal (ECMA-48). */
const escapeSequences = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[A-Za-z]`, 'g');

/** Makes lines of the bytes of a board: UTF-8 that may be cut anywhere, ended by LF or CR LF, coloured or not. */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** What has come of the line that is not over yet. */
  get rest(): string {
    return cleaned(this.#rest);
  }

  split(bytes: Uint8Array): string[] {
    const parts = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#rest = parts.pop() ?? '';
    const lines = parts.map(cleaned);
    while (this.#rest.length >= longestLine) {
      lines.push(cleaned(this.#rest.slice(0, longestLine)));
      this.#rest = this.#rest.slice(longestLine);
    }
    return lines;
  }
}

const cleaned = (text: string): string => text.replace(/\r+$/, '').replaceAll(escapeSequences, '');
