import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { type FileRow, FileRows } from './file-rows.ts';
import { checkSheet, checkXml } from './sheet-xml.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { tableLimits } from './table-limits.ts';

/** Decimals that are kept of a number, so that 0.1 + 0.2 of a formula is 0.3. */
const DECIMALS = 9;
/** Files that a workbook may have: more are no workbook of a desk. */
const FILES = 5_000;
/** Bytes of the parts that say which sheets there are. */
const INDEX_BYTES = 4 * 1024 * 1024;
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

type Parts = Record<string, Uint8Array>;

/** Unpacks parts of a workbook; each comes to the size that the archive gives for it, or less. */
function unpack(archive: Uint8Array, names: readonly string[], limit: number): Parts {
  let [files, size] = [0, 0];
  const parts = unzipSync(archive, {
    filter({ name, originalSize }) {
      files += 1;
      if (files > FILES) throw new SpreadsheetError('broken');
      if (!names.includes(name)) return false;
      size += originalSize;
      if (size > limit) throw new SpreadsheetError('unpacked');
      return true;
    },
  });
  for (const part of Object.values(parts)) checkXml(part);
  return parts;
}

/** Returns the attributes of each element of that name, without the prefixes of their names. */
function elementsOf(xml: Uint8Array | undefined, name: string): ReadonlyMap<string, string>[] {
  const tags = new TextDecoder().decode(xml).matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^<>]*)>`, 'g'));
  return [...tags].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      ),
  );
}

/** Returns the names of the parts that the first sheet needs: itself, texts and styles. */
function partsOfFirstSheet(workbook: Parts): { readonly sheet: string; readonly others: readonly string[] } {
  const first = elementsOf(workbook[WORKBOOK], 'sheet')[0]?.get('id');
  const related = elementsOf(workbook[RELATIONS], 'Relationship').flatMap((relation) => {
    const [type, target] = [relation.get('Type')?.split('/').at(-1), relation.get('Target')];
    const path = target?.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return [{ id: relation.get('Id'), type, path }];
  });
  const sheet = related.find(({ id, type }) => type === 'worksheet' && id === first)?.path;
  if (sheet === undefined) throw new SpreadsheetError('broken');
  const others = related.filter(({ type }) => type === 'sharedStrings' || type === 'styles');
  return { sheet, others: others.map(({ path }) => path) };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(DECIMALS)));
  if (!(value instanceof Date)) return String(value);
  return value.toISOString().replace('T00:00:00.000Z', '');
}

/**
 * Reads the rows of the first sheet. The package fills a dense grid up to the last cell that it is told of: it is given the parts of that
 * sheet alone, packed anew, and only after they were found to be within the limits.
 * @throws {SpreadsheetError}
 */
export async function readXlsx(archive: Uint8Array): Promise<FileRow[]> {
  try {
    const workbook = unpack(archive, [WORKBOOK, RELATIONS], INDEX_BYTES);
    const { sheet, others } = partsOfFirstSheet(workbook);
    const parts = unpack(archive, [sheet, ...others], tableLimits.unpackedBytes);
    checkSheet(parts[sheet] ?? new Uint8Array());
    const checked = zipSync({ ...workbook, ...parts }, { level: 0 });
    const found = new FileRows();
    for (const row of await readSheet(checked.buffer)) found.add(row.map(cellText));
    return found.rows;
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('broken');
  }
}
