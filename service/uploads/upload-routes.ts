import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { toUploadState, type Upload, UploadPage, UploadParameters, UploadQuery } from '#contract/upload.ts';
import type { Translate } from '#i18n/translate.ts';
import { GET_AND_HEAD } from '#service/http/get-and-head.ts';
import { isUuid } from '#service/http/ids.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { operations } from '#service/identity/operations.ts';
import { parseInspectionId } from '#service/inspections/inspection-routes.ts';
import { findVisibleInspection } from '#service/inspections/read-inspection.ts';
import { setExtension } from './file-name.ts';
import { sendUpload } from './send-upload.ts';
import { formatStoredKey, formatThumbnailKey } from './stored-names.ts';
import { handleUploadError } from './upload-errors.ts';
import { noThumbnail, notStoredYet, uploadNotFound } from './upload-problems.ts';
import { findUpload, listUploads, SUPERSEDED, type UploadRow } from './upload-queries.ts';
import type { Uploads } from './uploads.ts';

const TAGS = ['Uploads'];
const DEFAULT_PAGE_SIZE = 50;

const Content = { type: 'string', contentMediaType: 'application/octet-stream' };

/** /api/v1/inspections/{id}/uploads: an inspection's uploads, for all users who can see it. */
export const uploadRoutes =
  ({ db, files }: Uploads) =>
  async (app: FastifyInstance) => {
    app.setErrorHandler(handleUploadError);
    const { handle } = operations(app, db, 'Uploads');

    const findVisibleUpload = async (request: FastifyRequest<{ Params: UploadParameters }>) => {
      const actor = requireActor(request);
      const { id, uploadId } = request.params;
      await findVisibleInspection(db, actor, parseInspectionId({ id }));
      const upload = isUuid(uploadId) ? await findUpload(db, actor.tenantId, uploadId) : undefined;
      const isVisible = upload?.inspection_id === id.toLowerCase() && upload.state !== SUPERSEDED;
      if (!isVisible) throw uploadNotFound(uploadId);
      if (upload.stored_as === null) throw notStoredYet();
      return upload as StoredRow;
    };

    handle('GET', '/inspections/:id/uploads', {
      access: 'Tasks.Read',
      operationId: 'listUploads',
      summary: 'List uploads of an inspection',
      description: 'Includes uploads in progress and, for up to 7 days, rejected uploads.',
      params: IdParameter,
      query: UploadQuery,
      returns: UploadPage,
      run: async ({ actor, params, query, translate }) => {
        const id = parseInspectionId(params);
        await findVisibleInspection(db, actor, id);
        const { after = null, limit = DEFAULT_PAGE_SIZE } = query;
        const size = Number(limit);
        const rows = await listUploads(db, actor.tenantId, id, { after, limit: size + 1 });
        const uploads = rows.slice(0, size).map((row) => toUpload(row, translate));
        return { uploads, next: rows.length > size ? uploads.at(-1)!.id : null };
      },
    });

    for (const method of GET_AND_HEAD) {
      app.route<{ Params: UploadParameters }>({
        method,
        url: '/inspections/:id/uploads/:uploadId',
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'downloadUpload',
          summary: 'Download an upload',
          description:
            'Pictures are upright and have no metadata; files are unchanged. Supports Range and If-None-Match.',
          params: UploadParameters,
          produces: ['application/octet-stream'],
          response: { 200: Content, 206: Content, 304: { type: 'null', description: 'Not modified' } },
        },
        handler: async (request, reply) => {
          const upload = await findVisibleUpload(request);
          const { stored_as, stored_bytes, content_type, file_name } = upload;
          return sendUpload(
            files,
            { request, reply },
            {
              key: formatStoredKey(upload, stored_as),
              bytes: stored_bytes,
              mediaType: content_type === 'text/plain' ? 'text/plain; charset=utf-8' : content_type,
              name: setExtension(content_type, file_name),
              tag: stored_as,
            },
          );
        },
      });

      app.route<{ Params: UploadParameters }>({
        method,
        url: '/inspections/:id/uploads/:uploadId/thumbnail',
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'downloadThumbnail',
          summary: 'Download the thumbnail of a picture',
          description: 'A JPEG of at most 400 pixels on its longer side.',
          params: UploadParameters,
          produces: ['image/jpeg'],
          response: { 200: Content, 304: { type: 'null', description: 'Not modified' } },
        },
        handler: async (request, reply) => {
          const upload = await findVisibleUpload(request);
          const { thumbnail_bytes: bytes } = upload;
          if (bytes === null) throw noThumbnail();
          const key = formatThumbnailKey(upload, upload.stored_as);
          const name = `${upload.file_name.replace(/\.[^.]{1,5}$/, '')}-thumbnail.jpg`;
          const tag = `${upload.stored_as}-thumbnail`;
          return sendUpload(files, { request, reply }, { key, bytes, mediaType: 'image/jpeg', name, tag });
        },
      });
    }
  };

type StoredRow = UploadRow & { stored_as: string; stored_bytes: number; content_type: string };

const toUpload = (row: UploadRow, translate: Translate): Upload => ({
  id: row.upload_id,
  field: row.field,
  itemId: row.item_id,
  state: toUploadState(row.state),
  rejectionReason: row.rejection_reason && translate(row.rejection_reason),
  filename: row.file_name,
  size: row.size,
  received: row.received,
  sha256: row.sha256?.toString('hex') ?? null,
  contentType: row.content_type,
  storedSize: row.stored_bytes,
  width: row.width,
  height: row.height,
  hasThumbnail: row.thumbnail_bytes !== null,
  position: row.position,
  takenAt: row.taken_at,
  userName: row.user_name,
  createdAt: row.created_at.toISOString(),
  receivedAt: row.arrived_at?.toISOString() ?? null,
});
