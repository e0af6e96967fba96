import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Draft } from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import { type ExportFormat, exportFileName, exportFormats, mediaTypes } from '#contract/exports.ts';
import { TOKEN_PARAMETER } from '#contract/spreadsheet-tokens.ts';
import type { ExportedList } from '#server/exports/exports.ts';
import { messages } from '#server/messages/http.en.ts';
import { readBranchDetails } from '#server/months/months.ts';
import { badField, badFields, HttpError } from '#server/platform/http-error.ts';
import { writeCsv } from '#server/platform/spreadsheets/csv.ts';
import { FileTooLarge, rowsOfSheet, writeXlsx } from '#server/platform/spreadsheets/run-sheet-process.ts';
import type { Sheet } from '#server/platform/spreadsheets/sheet.ts';
import type { PageRequest, WholeList } from '#server/records/list-reader.ts';
import { userOf } from './authenticate.ts';
import type { SecurityLog } from './security-log.ts';
import { type ListSender, listRequestOf, openWholeList, type ReaderLimits, streamOf } from './send-list.ts';

/** Per user and process, because each holds a snapshot of the database. */
export const exportLimits = { running: 1, waiting: 0 };

/** Of all tokens of a branch together: a sheet with many formulas asks for all of them at once. */
export const spreadsheetLimits = { running: 1, waiting: 20 };

/** Longer than for a list: a person waits for the file, and a slow line may take minutes. */
export const exportReaderLimits: ReaderLimits = { idleMs: 30_000, totalMs: 1_800_000 };

const exportQuery = z.object({
  format: z.enum(exportFormats, { error: () => messages.exportFormatInvalid }),
  lang: z.enum(['en', 'ar']).catch('en'),
});

const record = z.record(z.string(), z.unknown());

async function* recordsOf(list: WholeList, close: () => Promise<void>): AsyncGenerator<readonly Draft[]> {
  for await (const { rows, last } of list.batches) {
    if (last) await close();
    yield rows.map((row) => record.parse(JSON.parse(row)));
  }
}

const tooLong = () => badField('format', messages.exportTooLong({ rows: rowsOfSheet }));

const PIECE_BYTES = 64 * 1024;

async function* piecesOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES);
}

/** A CSV file is written while it is sent, a workbook before. */
async function contentOf(
  format: ExportFormat,
  sheet: Sheet<Draft>,
  reply: FastifyReply,
): Promise<AsyncGenerator<string | Uint8Array>> {
  if (format === 'csv') return writeCsv(sheet);
  const gone = new AbortController();
  const stop = () => gone.abort();
  reply.raw.once('close', stop);
  try {
    return piecesOf(await writeXlsx(sheet, gone.signal));
  } catch (error) {
    // The client is gone: this is no fault of the server.
    if (gone.signal.aborted) throw new HttpError(499, { detail: messages.requestInvalid });
    throw error instanceof FileTooLarge ? tooLong() : error;
  } finally {
    reply.raw.off('close', stop);
  }
}

function wholeOf(request: FastifyRequest): PageRequest {
  const { path, query } = listRequestOf(request);
  const { page: _page, totals: _totals, [TOKEN_PARAMETER]: _token, ...filters } = query;
  return { path, query: { ...filters, no_pagination: 'true' } };
}

/** Decisions 50 and 56. */
export async function sendExport(
  sender: ListSender & { readonly securityLog: SecurityLog },
  request: FastifyRequest,
  reply: FastifyReply,
  { path, title, list, columns }: ExportedList,
): Promise<FastifyReply> {
  const asked = exportQuery.safeParse(request.query);
  if (!asked.success) throw badFields(problemsOf(asked.error));
  const { format, lang } = asked.data;
  const { whole, scope, close } = await openWholeList(sender, request, reply, list, wholeOf(request));
  try {
    if (format === 'xlsx' && whole.count > rowsOfSheet) throw tooLong();
    const branch = await readBranchDetails(scope);
    const sheet: Sheet<Draft> = {
      name: title(),
      rightToLeft: lang === 'ar',
      timeZone: scope.calendar.timeZone,
      columns: await columns(scope),
      batches: recordsOf(whole, close),
    };
    const user = userOf(request);
    const name = exportFileName(path, branch.name, scope.today, format);
    sender.securityLog.record(
      'list-exported',
      { user, spreadsheet_token: user.spreadsheetToken, list: path, format, rows: whole.count },
      request,
    );
    const content = await contentOf(format, sheet, reply);
    reply
      .type(mediaTypes[format])
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
    return reply.send(streamOf(content, close, sender.limits));
  } catch (error) {
    await close();
    throw error;
  }
}
