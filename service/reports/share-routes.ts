import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { CreatedShare, NewShare, SharePage, ShareParameters, ShareQuery } from '#contract/report.ts';
import { requireTrustedBaseUrl } from '#service/http/base-address.ts';
import { isUuid } from '#service/http/ids.ts';
import { operations } from '#service/identity/operations.ts';
import { parseInspectionId } from '#service/inspections/inspection-routes.ts';
import type { ReportServices } from './read-report.ts';
import { shareNotFound } from './report-problems.ts';
import { listShares } from './share-queries.ts';
import { createShare, findShareableInspection, revokeShare } from './write-share.ts';

const DEFAULT_PAGE_SIZE = 50;
export const LINKS_PATH = '/shared/reports';

/** A link would outlive the device and expose later completions (docs/operate/devices.md). */
const SHARING = { access: 'Inspections.Share', config: { allowsDevices: false } } as const;

export type ShareServices = Pick<ReportServices, 'db' | 'dependencies'> & { publicUrl: string | undefined };

export const shareRoutes =
  ({ db, dependencies, publicUrl }: ShareServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Reports');

    write('POST', '/inspections/:id/shares', {
      ...SHARING,
      operationId: 'shareReport',
      summary: 'Share the report of an inspection',
      description:
        'Creates a share link: a URL where anyone can read the report of the inspection as it was last completed. An inspection that was never completed cannot be shared (409). The URL is returned only in this response. Any Idempotency-Key is ignored, because the URL would be stored with it. If the response is lost, create another link and revoke the first one.',
      params: IdParameter,
      body: NewShare,
      creates: true,
      returns: CreatedShare,
      run: async (trx, { request, auditedActor, params, body }) => {
        const baseUrl = requireTrustedBaseUrl(request, publicUrl);
        const id = dependencies.newId();
        const share = { inspectionId: parseInspectionId(params), input: body, shareId: id };
        const { token, expiresAt } = await createShare(trx, auditedActor, share);
        return { id, url: `${baseUrl}${LINKS_PATH}/${token}`, expiresAt };
      },
    });

    handle('GET', '/inspections/:id/shares', {
      ...SHARING,
      operationId: 'listShares',
      summary: 'List the share links of a report',
      description:
        'Returns links in the order in which they were created, including expired and revoked ones.',
      params: IdParameter,
      query: ShareQuery,
      returns: SharePage,
      run: async ({ actor, params, query }) => {
        const { tenantId } = actor;
        const inspectionId = parseInspectionId(params);
        await findShareableInspection(db, actor, inspectionId);
        const { after = null, limit = DEFAULT_PAGE_SIZE } = query;
        const size = Number(limit);
        const rows = await listShares(db, { tenantId, inspectionId, after, limit: size + 1 });
        const shares = rows.slice(0, size);
        return { shares, next: rows.length > size ? shares.at(-1)!.id : null };
      },
    });

    write('DELETE', '/inspections/:id/shares/:shareId', {
      ...SHARING,
      operationId: 'deleteShare',
      summary: 'Revoke a share link',
      description: 'The URL stops working immediately. This cannot be undone.',
      params: ShareParameters,
      run: (trx, { auditedActor, params }) => {
        const { shareId } = params;
        const inspectionId = parseInspectionId(params);
        if (!isUuid(shareId)) throw shareNotFound(shareId);
        return revokeShare(trx, auditedActor, { inspectionId, shareId });
      },
      afterCommit: ({ reply }) => {
        reply.header('cache-control', 'no-store');
      },
    });
  };
