import { importLimits } from '#contract/imports.ts';
import { type SpreadsheetError, tableLimits } from '#server/platform/spreadsheets/table.ts';
import { messages } from './texts.en.ts';

export function sentenceOf({ fault, about = '' }: SpreadsheetError): string {
  const sentences = {
    neither: messages.fileNeither,
    'encrypted-workbook': messages.fileEncrypted,
    'old-excel': messages.fileOldExcel,
    'binary-workbook': messages.fileBinaryWorkbook,
    'xml-workbook': messages.fileXmlWorkbook,
    'open-document': messages.fileOpenDocument,
    numbers: messages.fileNumbers,
    'web-page': messages.fileWebPage,
    'sheet-link': messages.fileSheetLink,
    contacts: messages.fileContacts,
    pdf: messages.filePdf,
    document: messages.fileDocument,
    picture: messages.filePicture,
    archive: messages.fileArchive,
    broken: messages.fileBroken,
    'no-sheet': messages.fileNoSheet,
    'no-such-sheet': messages.fileNoSuchSheet,
    unpacked: messages.fileUnpacked,
    quote: messages.fileQuote({ row: String(about) }),
    'no-text': messages.fileNoText({ row: String(about) }),
    rows: messages.fileRows({ rows: importLimits.rows }),
    columns: messages.fileColumns({ columns: importLimits.columns }),
    cells: messages.fileCells({ cells: tableLimits.cells }),
    cell: messages.fileCell({ length: tableLimits.cellLength }),
    slow: messages.fileSlow,
    empty: messages.fileEmpty,
    'no-such-row': messages.fileNoSuchRow({ row: String(about) }),
    'headings-only': messages.fileHeadingsOnly,
    'same-headings': messages.fileSameHeadings({ heading: String(about) }),
  };
  return sentences[fault];
}
