import { deleted } from './http.ts';
import {
  IMPORT_CHECK_PATH,
  IMPORT_COLUMNS_PATH,
  IMPORT_ROWS_PATH,
  IMPORTS_PATH,
  importBody,
  importCheck,
  importColumns,
  importRow,
  importTargetBody,
} from './imports.ts';
import { pageOf } from './paging.ts';

const upload = { method: 'POST', needs: 'imports.manage', upload: true } as const;

/** Lists the endpoints of imports (decision 56). */
export const importEndpoints = [
  {
    ...upload,
    path: IMPORT_COLUMNS_PATH,
    summary: 'What a file holds, and a guess of its columns; writes nothing',
    status: 200,
    body: importTargetBody,
    answer: importColumns,
  },
  {
    ...upload,
    path: IMPORT_CHECK_PATH,
    summary: 'What an import would do, row by row; writes nothing',
    status: 200,
    body: importBody,
    answer: importCheck,
  },
  {
    ...upload,
    path: IMPORT_ROWS_PATH,
    summary: 'The doubtful and wrong rows as a CSV file with their reasons, to be corrected; writes nothing',
    status: 200,
    body: importBody,
    file: true,
  },
  {
    ...upload,
    path: IMPORTS_PATH,
    summary: 'Import a file, wholly or not at all',
    body: importBody,
    answer: importRow,
  },
  {
    method: 'GET',
    path: IMPORTS_PATH,
    needs: 'imports.manage',
    summary: 'Imports, newest first',
    list: {},
    answer: pageOf(importRow),
  },
  {
    method: 'DELETE',
    path: `${IMPORTS_PATH}{id}/`,
    needs: 'imports.manage',
    summary: 'Undo an import as a whole, while nothing hangs on it',
    answer: deleted,
  },
] as const;
