import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { download, sendForm } from '#app/api/transfer.ts';
import { defineCall, type Press } from '#app/calls/online-call.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { deleted } from '#contract/http.ts';
import {
  IMPORT_CHECK_PATH,
  IMPORT_COLUMNS_PATH,
  IMPORT_ROWS_PATH,
  IMPORTS_PATH,
  type ImportBody,
  type ImportRow,
  type ImportTarget,
  importCheck,
  importColumns,
  importRow,
} from '#contract/imports.ts';
import { pageOf } from '#contract/paging.ts';
import { messages } from './texts.en.ts';

/** Milliseconds. An undo of 20,000 enrolments took 16 to 52 s. */
const UNDO_TIMEOUT = 180_000;

export type ImportOptions = Pick<ImportBody, 'target' | 'columns'> & Partial<ImportBody>;

function formOf(file: File, options: object): FormData {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', file);
  return form;
}

export interface Place {
  readonly sheet?: string | undefined;
  readonly heading_row?: number | undefined;
}

export function readColumns(file: File, target: ImportTarget, place: Place, signal: AbortSignal) {
  const form = formOf(file, { target, ...place });
  return sendForm({ path: IMPORT_COLUMNS_PATH, form, signal }, importColumns);
}

export function checkFile(file: File, options: ImportOptions, signal: AbortSignal) {
  return sendForm({ path: IMPORT_CHECK_PATH, form: formOf(file, options), signal }, importCheck);
}

export function downloadRows(file: File, options: ImportOptions, signal: AbortSignal): Promise<Blob> {
  return download({ path: IMPORT_ROWS_PATH, form: formOf(file, options), signal }, () => undefined);
}

export const importCall = defineCall({
  name: 'import.run',
  answer: importRow,
  kind: () => appMessages.import,
  done: (_about, { rows, file }) => messages.done({ count: rows, file }),
});

export const importPress = (file: File, options: ImportOptions, signal: AbortSignal): Press => ({
  method: 'POST',
  path: IMPORTS_PATH,
  form: formOf(file, options),
  signal,
});

export const undoImportCall = defineCall({
  name: 'import.undo',
  answer: deleted,
  timeoutMs: UNDO_TIMEOUT,
  kind: () => messages.undoTitle,
  done: ({ file = '' }, answer) => answer?.detail ?? messages.undoneBefore({ file }),
});

export const undoImportPress = ({ id, file }: Pick<ImportRow, 'id' | 'file'>): Press => ({
  subject: id,
  method: 'DELETE',
  path: `${IMPORTS_PATH}${encodeURIComponent(id)}/`,
  about: { file },
});

/** Never cached on the device. */
export function importsQuery() {
  return queryOptions({
    queryKey: ['imports'],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: IMPORTS_PATH, answer: pageOf(importRow), signal }),
    retry: false,
  });
}
