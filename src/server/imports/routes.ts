import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { mediaTypes } from '#contract/exports.ts';
import { deleted } from '#contract/http.ts';
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
} from '#contract/imports.ts';
import { pageOf } from '#contract/paging.ts';
import { userOf } from '#server/http/authenticate.ts';
import type { IdParams, RequestContext } from '#server/http/request-context.ts';
import { fileAnswer, formOf, operation, pagesOf } from '#server/http/route-schemas.ts';
import { acceptForms, discardUpload, readUpload } from '#server/http/upload.ts';
import { badField, HttpError } from '#server/platform/http-error.ts';
import { writeCsv } from '#server/platform/spreadsheets/csv.ts';
import { readRows } from '#server/platform/spreadsheets/run-sheet-process.ts';
import {
  FIRST_ROWS,
  type FileRow,
  type FoundSheet,
  SpreadsheetError,
  tableBelow,
} from '#server/platform/spreadsheets/table.ts';
import { QueueFullError, TaskQueue } from '#server/platform/task-queue.ts';
import { parseBody } from '#server/records/body.ts';
import { checkRows, resultOf, unknownWords } from './check-import.ts';
import { sentenceOf } from './file-sentences.ts';
import { findHeadingRow, findSheet, guessColumns, importFields } from './import-fields.ts';
import { type ImportedFile, importList, rowsToCorrect, runImport, undoImport } from './run-import.ts';
import { messages } from './texts.en.ts';

const SAMPLES = 5;
const RETRY_AFTER_SECONDS = 5;
/** Files that are processed at once, and that wait, in each process: each is held in memory. Branches take turns. */
const limits = { running: 1, waiting: 4 };

const SAMPLE_LENGTH = 200;
const shortened = (cell = '') => cell.slice(0, SAMPLE_LENGTH);

/** A workbook can be imported once for each of its sheets; the first one alone stands for the file. */
const hashOfSheet = (hash: string, sheet: number, name: string) =>
  sheet === 0 ? hash : createHash('sha256').update(`${hash} ${name}`).digest('hex');

function chooseSheet(
  { target, sheet }: z.output<typeof importTargetBody>,
  sheets: readonly FoundSheet[],
): number {
  if (sheet === undefined) return findSheet(target, sheets);
  const found = sheets.findIndex(({ name }) => name === sheet);
  if (found < 0) throw new SpreadsheetError('no-such-sheet');
  return found;
}

interface FoundTable {
  readonly sheets: readonly FoundSheet[];
  readonly sheet: number;
  readonly rows: readonly FileRow[];
}

/** Decision 56. Register it in a scope of its own, because its routes take forms. */
export async function importRoutes(app: FastifyInstance, context: RequestContext): Promise<void> {
  const queue = new TaskQueue(limits);
  acceptForms(app);

  async function withFile<S extends z.ZodType<z.output<typeof importTargetBody>>, T>(
    request: FastifyRequest,
    schema: S,
    work: (file: ImportedFile, options: z.output<S>, found: FoundTable) => Promise<T>,
  ): Promise<T> {
    try {
      return await queue.run(
        async () => {
          const { name, bytes, hash, options } = await readUpload(request);
          // What identifies the write for its key; the rows are in the hash.
          request.body = { file: hash, options };
          const body: z.output<S> = parseBody(schema, options);
          const { sheets, sheet, rows } = await readRows(bytes, (found) => chooseSheet(body, found));
          const table = tableBelow(rows, body.heading_row ?? findHeadingRow(body.target, rows));
          const ownHash = hashOfSheet(hash, sheet, sheets[sheet]?.name ?? '');
          return work({ name, hash: ownHash, table }, body, { sheets, sheet, rows });
        },
        String(userOf(request).branchId),
      );
    } catch (error) {
      if (error instanceof SpreadsheetError) throw badField('file', sentenceOf(error));
      if (!(error instanceof QueueFullError)) throw error;
      throw new HttpError(503, { detail: messages.importsBusy }, RETRY_AFTER_SECONDS);
    } finally {
      await discardUpload(request);
    }
  }

  app.post(
    IMPORT_COLUMNS_PATH,
    operation(
      'imports.manage',
      'What a file holds, and a guess of its columns; writes nothing',
      { 200: importColumns },
      { ...formOf(importTargetBody) },
    ),
    (request) =>
      withFile(request, importTargetBody, async ({ table }, { target }, found) => {
        const { headingRow, headings, rows } = table;
        const { name } = found.sheets[found.sheet] ?? { name: '' };
        return {
          ...(name !== '' && {
            sheet: name,
            sheets: found.sheets.map(({ name: other, hidden }) => ({ name: other, hidden })),
          }),
          heading_row: headingRow,
          first_rows: found.rows.slice(0, FIRST_ROWS).map(({ number, cells }) => ({
            row: number,
            text: shortened(cells.filter(Boolean).join(' | ')),
          })),
          rows: rows.length,
          headings,
          samples: rows
            .slice(0, SAMPLES)
            .map(({ cells }) => headings.map((_, column) => shortened(cells[column]))),
          fields: importFields(target),
          guess: guessColumns(target, headings, rows),
        };
      }),
  );

  app.post(
    IMPORT_CHECK_PATH,
    operation(
      'imports.manage',
      'What an import would do, row by row; writes nothing',
      { 200: importCheck },
      { ...formOf(importBody) },
    ),
    (request) =>
      withFile(request, importBody, async ({ table }, body) => {
        const scope = context.read(request);
        const rows = await checkRows(scope, table, body);
        return { ...resultOf(rows), unknown: await unknownWords(scope, rows, body) };
      }),
  );

  app.post(
    IMPORT_ROWS_PATH,
    operation(
      'imports.manage',
      'The doubtful and wrong rows as a CSV file with their reasons, to be corrected; writes nothing',
      { 200: fileAnswer },
      { ...formOf(importBody) },
    ),
    (request, reply) =>
      withFile(request, importBody, async ({ table }, body) => {
        const sheet = rowsToCorrect(table, await checkRows(context.read(request), table, body));
        let text = '';
        for await (const piece of writeCsv(sheet)) text += piece;
        return reply.type(mediaTypes.csv).send(text);
      }),
  );

  app.post(
    IMPORTS_PATH,
    operation(
      'imports.manage',
      'Import a file, wholly or not at all',
      { 201: importRow },
      { ...formOf(importBody) },
    ),
    (request: FastifyRequest, reply: FastifyReply) =>
      withFile(request, importBody, (file, body) =>
        context.write(request, reply, async (scope) => ({
          status: 201,
          body: await runImport(scope, file, body, (work) => context.apart(request, work)),
        })),
      ),
  );

  app.get(
    IMPORTS_PATH,
    operation(
      'imports.manage',
      'Imports, newest first',
      { 200: pageOf(importRow) },
      { querystring: pagesOf() },
    ),
    (request, reply) => context.list(request, reply, importList),
  );

  app.delete<IdParams>(
    `${IMPORTS_PATH}:id/`,
    operation('imports.manage', 'Undo an import as a whole, while nothing hangs on it', { 200: deleted }),
    (request, reply) =>
      context.write(request, reply, async (scope) => ({
        status: 200,
        body: { detail: await undoImport(scope, request.params.id) },
      })),
  );
}
