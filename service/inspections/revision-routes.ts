import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { InspectionRevisionPage, RevisionsQuery } from '#contract/inspection-revision.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { inspectionIdOf } from './inspection-routes.ts';
import { findVisibleInspection } from './read-inspection.ts';
import { listRevisions } from './revision-queries.ts';

/** /api/v1/inspections/{id}/revisions: every answer with its user, time and device. */
export const revisionRoutes =
  ({ db }: { db: Database }) =>
  async (app: FastifyInstance) => {
    app.get<{ Params: IdParameter; Querystring: RevisionsQuery }>(
      '/inspections/:id/revisions',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: ['Inspections'],
          operationId: 'listRevisions',
          summary: 'List the revisions of an inspection',
          description:
            'Every answer and comment, the oldest first, including those that were replaced later: nothing is overwritten.',
          params: IdParameter,
          querystring: RevisionsQuery,
          response: { 200: InspectionRevisionPage },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const inspection = await findVisibleInspection(db, actor, inspectionIdOf(request.params));
        const page = await listRevisions(db, { tenantId: actor.tenantId, inspection }, request.query);
        return sendJson(reply, JSON.stringify(page));
      },
    );
  };
