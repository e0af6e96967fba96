import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { download, sendForm } from '#app/api/transfer.ts';
import { deleted } from '#contract/http.ts';
import {
  IMPORT_CHECK_PATH,
  IMPORT_COLUMNS_PATH,
  IMPORT_ROWS_PATH,
  IMPORTS_PATH,
  type ImportBody,
  type ImportTarget,
  importCheck,
  importColumns,
  importRow,
} from '#contract/imports.ts';
import { pageOf } from '#contract/paging.ts';

/** Holds what is decided about a file. */
export type ImportOptions = Pick<ImportBody, 'target' | 'columns'> & Partial<ImportBody>;

function formOf(file: File, options: object): FormData {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', file);
  return form;
}

/** Reads the columns of a file. */
export function readColumns(file: File, target: ImportTarget, signal: AbortSignal) {
  return sendForm({ path: IMPORT_COLUMNS_PATH, form: formOf(file, { target }), signal }, importColumns);
}

/** Checks the rows of a file; nothing is written. */
export function checkFile(file: File, options: ImportOptions, signal: AbortSignal) {
  return sendForm({ path: IMPORT_CHECK_PATH, form: formOf(file, options), signal }, importCheck);
}

/** Downloads the rows that are not ready, with their reasons. */
export function downloadRows(file: File, options: ImportOptions, signal: AbortSignal): Promise<Blob> {
  return download({ path: IMPORT_ROWS_PATH, form: formOf(file, options), signal }, () => undefined);
}

/** Imports a file. With the same key it is imported once, however often this is called. */
export function importFile(file: File, options: ImportOptions, idempotencyKey: string, signal: AbortSignal) {
  return sendForm({ path: IMPORTS_PATH, form: formOf(file, options), idempotencyKey, signal }, importRow);
}

/** Longest wait for an undo, in milliseconds: 20,000 enrolments took 16 to 52 s. */
const UNDO_TIMEOUT = 180_000;

/** Undoes an import. @throws {ApiError} as `request` does, transient after three minutes */
export function undoImport(id: string, idempotencyKey: string) {
  const path = `${IMPORTS_PATH}${encodeURIComponent(id)}/`;
  return request({ method: 'DELETE', path, answer: deleted, idempotencyKey, timeoutMs: UNDO_TIMEOUT });
}

/** Returns the query of the newest imports. They are never kept on the device. */
export function importsQuery() {
  return queryOptions({
    queryKey: ['imports'],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: IMPORTS_PATH, answer: pageOf(importRow), signal }),
    retry: false,
  });
}
