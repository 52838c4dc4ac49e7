import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { CreatedShare, NewShare, SharePage, ShareParameters, ShareQuery } from '#contract/report.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { addressForLinks } from '#service/http/base-address.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { inspectionIdOf } from '#service/inspections/inspection-routes.ts';
import { createShare } from './create-share.ts';
import { findShareable } from './find-shareable.ts';
import type { ReportServices } from './read-report.ts';
import { shareNotFound } from './report-problems.ts';
import { revokeShare } from './revoke-share.ts';
import { listShares } from './share-queries.ts';

const TAGS = ['Reports'];
const DEFAULT_PAGE = 50;
export const LINKS = '/shared/reports';

/** Not available to devices: a link would outlive the device that created it and show later completions (docs/operate/devices.md). */
const SHARING = { access: 'Inspections.Share', opensToDevices: false } as const;

export type ShareServices = Pick<ReportServices, 'db' | 'tools'> & { publicUrl: string | undefined };

/** /api/v1/inspections/{id}/shares: links that let people without an account read the report. */
export const shareRoutes =
  ({ db, tools, publicUrl }: ShareServices) =>
  async (app: FastifyInstance) => {
    app.post<{ Params: IdParameter; Body: NewShare }>(
      '/inspections/:id/shares',
      {
        config: SHARING,
        schema: {
          tags: TAGS,
          operationId: 'shareReport',
          summary: 'Share the report of an inspection',
          description:
            'Creates a URL at which anyone can read the report, as the inspection was last completed. An inspection that was never completed cannot be shared (409). The URL is returned only in this response. Idempotency-Key is not supported, because the URL would be stored with it. If the response is lost, create another share and delete the first one.',
          params: IdParameter,
          body: NewShare,
          response: { 201: CreatedShare },
        },
      },
      async (request, reply) => {
        const address = addressForLinks(request, publicUrl);
        const inspectionId = inspectionIdOf(request.params);
        const id = tools.newId();
        const { token, expiresAt } = await inTransaction(db, (trx) =>
          createShare(trx, authorOf(request), { inspectionId, draft: request.body, shareId: id }),
        );
        const url = `${address}${LINKS}/${token}`;
        return sendJson(reply.code(201), JSON.stringify({ id, url, expiresAt }));
      },
    );

    app.get<{ Params: IdParameter; Querystring: ShareQuery }>(
      '/inspections/:id/shares',
      {
        config: SHARING,
        schema: {
          tags: TAGS,
          operationId: 'listShares',
          summary: 'List shares of a report',
          description: 'Shares in the order in which they were created, including expired and revoked ones.',
          params: IdParameter,
          querystring: ShareQuery,
          response: { 200: SharePage },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { tenantId } = actor;
        const inspectionId = inspectionIdOf(request.params);
        await findShareable(db, actor, inspectionId);
        const { after = null, limit = String(DEFAULT_PAGE) } = request.query;
        const size = Number(limit);
        const found = await listShares(db, { tenantId, inspectionId, after, limit: size + 1 });
        const shares = found.slice(0, size);
        const next = found.length > size ? shares.at(-1)!.id : null;
        return sendJson(reply, JSON.stringify({ shares, next }));
      },
    );

    app.delete<{ Params: ShareParameters }>(
      '/inspections/:id/shares/:shareId',
      {
        config: SHARING,
        schema: {
          tags: TAGS,
          operationId: 'deleteShare',
          summary: 'Revoke a share',
          description: 'Its URL stops working immediately. This cannot be undone.',
          params: ShareParameters,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { shareId } = request.params;
        const inspectionId = inspectionIdOf(request.params);
        if (!isUuid(shareId)) throw shareNotFound(shareId);
        await inTransaction(db, (trx) => revokeShare(trx, authorOf(request), { inspectionId, shareId }));
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
  };
