import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { limits } from '#contract/limits.ts';
import { VersionParameters } from '#contract/workbook-management.ts';
import { XLSX_TYPE, XlsformExport, XlsformImport } from '#contract/xlsform.ts';
import { msg } from '#i18n/message.ts';
import type { Database } from '#service/database/connect.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import { sendJson } from '#service/http/envelope.ts';
import { HttpError } from '#service/http/http-error.ts';
import { negotiateLanguage } from '#service/http/reply-language.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { requireScope } from '#service/identity/actor.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { UnreadableFileError } from '#service/spreadsheets/unreadable-file-error.ts';
import { createWorkers, type Workers } from '#service/spreadsheets/workers.ts';
import { readVersionWithFields } from './managed-version-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { serialiseWithJson } from './with-fields.ts';
import { unreadableForm } from './workbook-problems.ts';
import type { XlsformInput, XlsformJob } from './xlsform-worker.ts';

const TAGS = ['Workbooks'];
const XLSX_CONTENT = { content: { [XLSX_TYPE]: { schema: Type.String({ format: 'binary' }) } } };
const fileResponse = { 200: { description: 'The form, an .xlsx file', ...XLSX_CONTENT } };

export const xlsformRoutes = (db: Database) => async (app: FastifyInstance) => {
  const workers = createWorkers(new URL('./xlsform-worker.ts', import.meta.url));
  app.addHook('onClose', () => workers.close());

  await app.register(importRoute(workers));

  app.post<{ Body: XlsformExport }>(
    '/workbooks/xlsform/export',
    {
      config: { access: 'Workbooks.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'exportXlsform',
        summary: 'Export a definition as an XLSForm',
        description:
          'The definition does not have to be saved, and can have errors. The sheet `_report` lists everything that XLSForm does not support.',
        body: XlsformExport,
        response: fileResponse,
      },
    },
    async ({ body }, reply) => sendForm(workers, reply, body, await runInSlices(serialiseInSteps(body))),
  );

  app.get<{ Params: VersionParameters }>(
    '/workbooks/:id/versions/:versionId/xlsform',
    {
      config: { access: 'Workbooks.Read', isLarge: true },
      schema: {
        tags: TAGS,
        operationId: 'exportVersionAsXlsform',
        summary: 'Export a version as an XLSForm',
        description:
          'The sheet `_report` lists everything that XLSForm does not support. Importing the file into Ronda restores the complete version.',
        params: VersionParameters,
        response: fileResponse,
      },
    },
    async (request, reply) => {
      const scope = requireScope(requireActor(request), 'Workbooks.Read');
      const { id: workbookId, name } = await readWorkbook(db, scope, request.params.id);
      const key = { tenantId: scope.tenantId, workbookId, versionId: request.params.versionId };
      const {
        version: { title, version },
        fields,
      } = await readVersionWithFields(db, key);
      const json = serialiseWithJson({ name, title, version }, 'definition', `{"fields":${fields}}`);
      return sendForm(workers, reply, { name, version }, json);
    },
  );
};

/** A separate plugin, because no other route has a file as its body. */
const importRoute = (workers: Workers) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: 2 * limits.body } as const;
  app.addContentTypeParser('*', options, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > limits.body)
      throw new HttpError(413, msg`The file is larger than ${limits.body} bytes.`);
    return body;
  });
  app.post(
    '/workbooks/xlsform',
    {
      config: { access: 'Workbooks.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'importXlsform',
        summary: 'Convert an XLSForm to a definition',
        description: `The body is the .xlsx file, at most ${limits.body / 1024 / 1024} MiB. Nothing is stored. The response contains the definition and a report on everything that was changed or could not be imported.`,
        body: XLSX_CONTENT,
        response: { 200: XlsformImport },
      },
      // A schema cannot validate a file.
      attachValidation: true,
    },
    async (request, reply) => {
      const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
      const isFile = type?.replace(/;.*/s, '').trim().toLowerCase() === XLSX_TYPE && encoding === 'identity';
      if (!isFile) {
        throw new HttpError(415, msg`The body must be an .xlsx file with the content type ${XLSX_TYPE}.`);
      }
      const file = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
      return sendJson(reply, (await runJob(workers, reply, { file })) as string);
    },
  );
};

/** The worker thread parses the `XlsformExport` JSON: copying a 4 MiB object to a thread takes 40 ms. */
const sendForm = async (
  workers: Workers,
  reply: FastifyReply,
  form: Pick<XlsformExport, 'name' | 'version'>,
  json: string,
): Promise<FastifyReply> => {
  const file = (await runJob(workers, reply, { form: json })) as Uint8Array;
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-disposition',
      formatContentDisposition('attachment', `${form.name} ${form.version}.xlsx`),
    )
    .type(XLSX_TYPE)
    .send(Buffer.from(file.buffer, file.byteOffset, file.length));
};

const runJob = async (workers: Workers, reply: FastifyReply, input: XlsformInput) => {
  const job: XlsformJob = { ...input, language: negotiateLanguage(reply) };
  try {
    return await workers.run(job, createDisconnectSignal(reply));
  } catch (error) {
    throw error instanceof UnreadableFileError ? unreadableForm(error.localizableMessage) : error;
  }
};
