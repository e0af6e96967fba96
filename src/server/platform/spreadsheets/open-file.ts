import { readCsv } from './csv.ts';
import { kindOf } from './file-kind.ts';
import { type OpenedFile, SpreadsheetError } from './table.ts';

export async function openFile(bytes: Buffer): Promise<OpenedFile> {
  const kind = kindOf(bytes);
  // A CSV file needs none of these modules.
  if (kind === 'workbook') return (await import('./read-xlsx.ts')).openXlsx(new Uint8Array(bytes));
  if (kind !== 'text') throw new SpreadsheetError(kind);
  const rows = readCsv(bytes);
  return { sheets: [{ name: '', hidden: false, first: [] }], rowsOf: async () => rows };
}
