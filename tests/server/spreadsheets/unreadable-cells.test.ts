import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { readXlsx } from '#server/platform/spreadsheets/xlsx.ts';

const SHEET = 'xl/worksheets/sheet1.xml';

/** Returns a workbook with "Name" and "Paid", whose second row holds this cell in place of 1 000. */
async function workbookWith(cell: string): Promise<ArrayBuffer> {
  const packed = await writeXlsxFile([
    [{ value: 'Name' }, { value: 'Paid' }],
    [{ value: 'Mona' }, { value: 1000 }],
  ]).toBuffer();
  const parts = unzipSync(new Uint8Array(packed));
  const xml = strFromU8(parts[SHEET] ?? new Uint8Array());
  const changed = xml.replace(/<c\b[^>]*r="B2"[^>]*>.*?<\/c>/, () => cell);
  if (changed === xml) throw new Error('The sheet has no cell B2');
  return new Uint8Array(zipSync({ ...parts, [SHEET]: strToU8(changed) })).buffer;
}

it.each([
  ['an error', '<c r="B2" t="e"><v>#N/A</v></c>', '#N/A'],
  ['an error of a formula', '<c t=\'e\' s="0" r="B2"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
  ['a formula that nothing has worked out', '<c r="B2"><f>A1&amp;B1</f></c>', '=A1&B1'],
  ['a formula with an empty value', '<c r="B2" t="str"><f>SUM(C2:D2)</f><v></v></c>', '=SUM(C2:D2)'],
  ['a shared formula without a value', '<c r="B2"><f t="shared" si="0"/><v/></c>', '='],
  ['a formula with its value', '<c r="B2"><f>500+500</f><v>1000</v></c>', '1000'],
])('%s in a cell is read as text, never as nothing', async (_what, cell, text) => {
  const [, row] = await readXlsx(await workbookWith(cell));
  expect(row?.cells).toEqual(['Mona', text]);
});
