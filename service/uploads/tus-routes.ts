import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { uploadLimits } from '#contract/upload-limits.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actor } from '#service/identity/actor.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { requireInspector } from '#service/inspections/answer-inspection.ts';
import { findInspection } from '#service/inspections/inspection-queries.ts';
import { checkMetadata } from './check-metadata.ts';
import { createUpload } from './create-upload.ts';
import { receiveUpload } from './receive-upload.ts';
import { waitForReceiver } from './receivers.ts';
import { createSenderSlots } from './sender-slots.ts';
import { terminateUpload } from './terminate-upload.ts';
import {
  BYTES_TYPE,
  parseByteCount,
  rejectUnsupportedHeaders,
  TUS_EXTENSIONS,
  TUS_VERSION,
} from './tus-headers.ts';
import {
  BYTES,
  BytesHeaders,
  byteErrorResponses,
  CreationHeaders,
  errorResponses,
  responses,
  VersionHeaders,
} from './tus-schemas.ts';
import { handleUploadError } from './upload-errors.ts';
import {
  invalidHeader,
  invalidUploadContentType,
  throwIfRejected,
  tooManyBytes,
  uploadNotFound,
  versionNotSupported,
  wrongOffset,
} from './upload-problems.ts';
import { COMPLETE, findUpload, IN_PROGRESS, SUPERSEDED, type UploadRow } from './upload-queries.ts';
import type { Uploads } from './uploads.ts';

const TAGS = ['Uploads'];
const EXPIRES_AFTER_MS = uploadLimits.expiresAfterDays * 86_400_000;

type TusServices = { uploads: Uploads; publicUrl: string | undefined; newId: () => string };

/** /api/v1/uploads: tus 1.0.0, resumable uploads (docs/integrate/uploads.md). */
export const tusRoutes =
  ({ uploads, publicUrl, newId }: TusServices) =>
  async (app: FastifyInstance) => {
    const { db, files, versions, quota, now, finish, stopSignal } = uploads;
    app.addHook('preClose', async () => uploads.stop());
    app.addHook('onRequest', async (request, reply) => {
      reply.header('tus-resumable', TUS_VERSION);
      if (request.method === 'OPTIONS') return;
      if (request.headers['tus-resumable'] !== TUS_VERSION) {
        reply.header('tus-version', TUS_VERSION);
        throw versionNotSupported();
      }
      rejectUnsupportedHeaders(request.headers);
    });
    app.setErrorHandler(handleUploadError);
    // The handlers stream the bytes and reject any other body.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));

    const addProgressHeaders = (reply: FastifyReply, received: number, upload: UploadRow) => {
      reply.header('upload-offset', received).header('cache-control', 'no-store');
      if (received === upload.size) return;
      reply.header('upload-expires', new Date(now() + EXPIRES_AFTER_MS).toUTCString());
    };
    const senderSlots = createSenderSlots();
    const receive = async (request: FastifyRequest, upload: UploadRow, offset: number) => {
      const remaining = upload.size - offset;
      if (remaining >= 0 && getContentLength(request) > remaining) throw tooManyBytes(upload.size);
      const { tenantId, userId } = requireActor(request);
      using _slot = await senderSlots.acquire({ tenant: tenantId, user: userId });
      return await receiveUpload({ db, files, stopSignal }, upload, { body: request.raw, offset });
    };

    app.options(
      '/uploads',
      {
        config: { access: 'anonymous' },
        schema: {
          tags: TAGS,
          operationId: 'describeUploads',
          summary: 'Read the supported version and extensions of tus',
          response: { 204: responses.options },
        },
      },
      async (_request, reply) =>
        reply
          .code(204)
          .headers({
            'tus-version': TUS_VERSION,
            'tus-extension': TUS_EXTENSIONS,
            'tus-max-size': Math.max(...Object.values(uploadLimits.bytes)),
          })
          .send(),
    );

    app.post(
      '/uploads',
      {
        config: { access: 'Tasks.Perform', isFromPhone: true },
        schema: {
          tags: TAGS,
          operationId: 'createUpload',
          summary: 'Create an upload',
          description:
            'For the inspector. If the inspection has been completed or cancelled, the upload is part of a late result. The first bytes can be sent along with the request, as application/offset+octet-stream. Sending the same request again returns the same upload; the same ID with different metadata is a conflict (409).',
          headers: CreationHeaders,
          response: { 201: responses.created, ...byteErrorResponses },
        },
      },
      async (request, reply) => {
        const actor = requireActor(request);
        const size = parseByteCount(request.headers, 'Upload-Length');
        const { rawMetadata, metadata } = checkMetadata(request);
        const uploadId = metadata.id?.toLowerCase() ?? newId();
        const input = { metadata, rawMetadata, size, uploadId };
        const upload = await inTransaction(db, (trx) => createUpload(trx, actor, { input, versions, quota }));
        const isNew = upload.state === IN_PROGRESS && upload.received === 0;
        const received = isNew && hasBytes(request) ? await receive(request, upload, 0) : upload.received;
        if (upload.state === IN_PROGRESS && received === size) await finish(upload);
        addProgressHeaders(reply, received, upload);
        // Without PUBLIC_URL, this is a path for clients to resolve against the request URL (S46).
        const location = `${publicUrl ?? ''}${app.prefix}/uploads/${uploadId}`;
        return reply.code(201).header('location', location).send();
      },
    );

    app.head<{ Params: IdParameter }>(
      '/uploads/:id',
      {
        config: { access: 'Tasks.Perform', swagger: { exposeHeadRoute: true } },
        schema: {
          tags: TAGS,
          operationId: 'readUploadProgress',
          summary: 'Read the progress of an upload',
          description:
            'If all bytes have been received but not yet checked, the server checks them now. The upload is complete if the status is 200 and `Upload-Offset` equals the length.',
          params: IdParameter,
          headers: VersionHeaders,
          response: { 200: responses.head, ...byteErrorResponses },
        },
      },
      async (request, reply) => {
        const ownUpload = await findOwnUpload(db, requireActor(request), request.params.id);
        const upload = await waitForReceiver(db, ownUpload);
        throwIfRejected(upload);
        if (upload.state === IN_PROGRESS && upload.received === upload.size) await finish(upload);
        addProgressHeaders(reply, upload.received, upload);
        return reply
          .headers({ 'upload-length': upload.size, 'upload-metadata': upload.metadata })
          .code(200)
          .send();
      },
    );

    const patch = async (request: UploadRequest, reply: FastifyReply) => {
      const upload = await findOwnUpload(db, requireActor(request), request.params.id);
      if (!hasBytes(request)) throw invalidUploadContentType();
      const offset = parseByteCount(request.headers, 'Upload-Offset');
      throwIfRejected(upload);
      // A picture can be superseded as soon as it completes, but its sender still sees it as complete.
      const isComplete = upload.state === COMPLETE || upload.state === SUPERSEDED;
      if (isComplete && offset !== upload.size) throw wrongOffset(offset, upload.size);
      const received = isComplete ? upload.size : await receive(request, upload, offset);
      if (!isComplete && received === upload.size) await finish(upload);
      addProgressHeaders(reply, received, upload);
      return reply.code(204).send();
    };
    const remove = async (request: UploadRequest, reply: FastifyReply) => {
      const upload = await findOwnUpload(db, requireActor(request), request.params.id);
      await terminateUpload({ db, files }, upload);
      return reply.code(204).send();
    };

    app.patch<{ Params: IdParameter }>(
      '/uploads/:id',
      {
        config: { access: 'Tasks.Perform', isFromPhone: true },
        schema: {
          tags: TAGS,
          operationId: 'sendUpload',
          summary: 'Send the next bytes',
          description:
            'The body contains any number of bytes, as application/offset+octet-stream. The bytes received are stored even if the connection fails. After the last byte, the upload is checked: the response is 460 if the bytes do not match sha256, and 422 if they are damaged or their type is not accepted.',
          params: IdParameter,
          headers: BytesHeaders,
          body: BYTES,
          response: { 204: responses.patched, ...byteErrorResponses },
        },
      },
      patch,
    );

    app.delete<{ Params: IdParameter }>(
      '/uploads/:id',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'cancelUpload',
          summary: 'Cancel an upload',
          description: 'A complete upload cannot be cancelled.',
          params: IdParameter,
          headers: VersionHeaders,
          response: { 204: responses.deleted, ...errorResponses },
        },
      },
      remove,
    );

    // For networks that allow only GET and POST (tus, X-HTTP-Method-Override).
    app.post<{ Params: IdParameter }>(
      '/uploads/:id',
      { config: { access: 'Tasks.Perform', isFromPhone: true }, schema: { hide: true } },
      async (request, reply) => {
        const method = request.headers['x-http-method-override'];
        if (method === 'PATCH') return patch(request, reply);
        if (method === 'DELETE') return remove(request, reply);
        throw invalidHeader('X-HTTP-Method-Override', 'PATCH or DELETE', method?.toString());
      },
    );
  };

type UploadRequest = FastifyRequest<{ Params: IdParameter }>;

const hasBytes = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.trim().toLowerCase() === BYTES_TYPE;

const getContentLength = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

/** Throws unless the actor is the inspector. */
const findOwnUpload = async (db: Database, actor: Actor, uploadId: string): Promise<UploadRow> => {
  const { tenantId } = actor;
  const upload = isUuid(uploadId) ? await findUpload(db, tenantId, uploadId) : undefined;
  const inspection = upload && (await findInspection(db, tenantId, upload.inspection_id));
  requireInspector(actor, inspection, () => uploadNotFound(uploadId));
  return upload!;
};
