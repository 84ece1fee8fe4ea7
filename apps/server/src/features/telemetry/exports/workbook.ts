import { harmlessText } from '@cyno/contract';
import { Zip, ZipDeflate } from 'fflate';
import { localClock } from '../variables/index.ts';
import type { ExportCell, ExportRow, ExportTable } from './export-table.ts';
import { PooledDeflate } from './pooled-deflate.ts';
import { SheetNames } from './sheet-names.ts';

/** A sheet has no more rows (Excel, "Specifications and limits"), the first of which holds the titles. */
export const rowsPerSheet = 1_048_576;
/** ZIP without its 64-bit extension ends at 4 GiB for a part (APPNOTE 4.4.1.4). */
const bytesPerSheet = 2 * 1024 ** 3;
/** What is compressed at once. */
const sliceBytes = 64 * 1024;
/** What is written at once: some milliseconds. */
const cellsOfStep = 5_000;
const dayMs = 86_400_000;
/** Days from Excel's day 0 to 1970 (ECMA-376-1 18.17.4.1, the 1900 date base). */
const epochDay = 25_569;
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const partTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A table and what its sheet is to be called. */
interface NamedTable {
  readonly name: string;
  readonly table: ExportTable;
}

/**
 * Tables as a workbook (SpreadsheetML, ECMA-376-1 18), piece by piece: instants as dates in `zone`, numbers as numbers. What does
 * not fit a sheet of so many rows continues in the next.
 */
export async function* workbook(
  tables: readonly NamedTable[],
  zone: string,
  maxRows = rowsPerSheet,
): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const failures: unknown[] = [];
  const zip = new Zip((error, piece) => (error ? failures.push(error) : made.push(piece)));
  const flush = () => {
    if (failures.length > 0) throw new Error('The workbook could not be written.', { cause: failures[0] });
    return made.splice(0);
  };
  const sheets = new Sheets({ zone, zip, maxRows });
  for (const { name, table } of tables) {
    sheets.begin(name, table);
    for await (const rows of table.rows) {
      for await (const _ of sheets.add(rows)) yield* flush();
    }
    await sheets.end();
  }
  for (const [name, content] of Object.entries(frame(sheets.names))) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(Buffer.from(xml + content), true);
  }
  zip.end();
  yield* flush();
}

/** The sheets of a workbook, one after the other. */
class Sheets {
  readonly #zip: Zip;
  readonly #zone: string;
  readonly #maxRows: number;
  readonly #localAt: (at: number) => number;
  readonly #names = new SheetNames();
  #sheet: PooledDeflate | undefined;
  #table: NamedTable | undefined;
  #rows = 0;
  #bytes = 0;

  constructor({ zone, zip, maxRows }: { zone: string; zip: Zip; maxRows: number }) {
    this.#zip = zip;
    this.#zone = zone;
    this.#maxRows = maxRows;
    this.#localAt = localClock(zone);
  }

  get names(): readonly string[] {
    return this.#names.taken;
  }

  /** Writes rows in steps, each when what it wrote is compressed. */
  async *add(rows: readonly ExportRow[]): AsyncGenerator<void> {
    const columns = (this.#table?.table.columns.length ?? 0) + 1;
    const rowsOfStep = Math.ceil(cellsOfStep / columns);
    for (let at = 0; at < rows.length; ) {
      if (this.#rows >= this.#maxRows || this.#bytes >= bytesPerSheet) {
        await this.end();
        if (this.#table) this.begin(this.#table.name, this.#table.table);
      }
      const some = rows.slice(at, at + Math.min(rowsOfStep, this.#maxRows - this.#rows));
      at += some.length;
      this.#rows += some.length;
      const text = Buffer.from(some.map((row) => this.#row(row)).join(''));
      this.#bytes += text.length;
      for (let byte = 0; byte < text.length; byte += sliceBytes) {
        this.#sheet?.push(text.subarray(byte, byte + sliceBytes));
        await this.#sheet?.compressed();
        yield;
      }
    }
  }

  async end(): Promise<void> {
    this.#sheet?.push(Buffer.from('</sheetData></worksheet>'), true);
    await this.#sheet?.compressed();
  }

  begin(name: string, table: ExportTable): void {
    this.#names.take(name);
    this.#table = { name, table };
    this.#rows = 1;
    this.#bytes = 0;
    const sheet = new PooledDeflate(`xl/worksheets/sheet${this.#names.taken.length}.xml`);
    this.#sheet = sheet;
    this.#zip.add(sheet);
    const titles = [`${table.instant ?? 'time'} (${this.#zone})`, ...table.columns.map(({ title }) => title)];
    sheet.push(
      Buffer.from(
        `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="24" customWidth="1"/></cols><sheetData><row>${titles.map((title) => cell(title)).join('')}</row>`,
      ),
    );
  }

  #row({ at, values }: ExportRow): string {
    return `<row>${this.#date(at)}${values.map((value) => (value instanceof Date ? this.#date(value.getTime()) : cell(value))).join('')}</row>`;
  }

  #date(at: number): string {
    return `<c s="1"><v>${this.#localAt(at) / dayMs + epochDay}</v></c>`;
  }
}

/**
 * A cell (18.3.1.4); without a reference it stands to the right of the one before. Text is inline, so that it is never a formula; what
 * looks like one also stays text when somebody edits the cell.
 */
function cell(value: Exclude<ExportCell, Date>): string {
  if (value === null) return '<c/>';
  if (typeof value === 'boolean') return `<c t="b"><v>${Number(value)}</v></c>`;
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  const style = harmlessText(value) === value ? '' : ' s="2"';
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of XML 1.0, which has no place for most control characters and for half characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids (2.2)
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');

/** All parts of a workbook but its sheets. */
function frame(names: readonly string[]): Record<string, string> {
  const count = names.length;
  const numbers = names.map((_, index) => index + 1);
  const sheets = names.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const targets = numbers.map(
    (n) => `<Relationship Id="rId${n}" Type="${relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  const overrides = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${partTypes}.worksheet+xml"/>`,
  );
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  return {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${targets.join('')}<Relationship Id="rId${count + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/></cellXfs></styleSheet>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${partTypes}.sheet.main+xml"/>${overrides.join('')}<Override PartName="/xl/styles.xml" ContentType="${partTypes}.styles+xml"/></Types>`,
  };
}
