import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { InspectionRevisionPage, RevisionsQuery } from '#contract/inspection-revision.ts';
import type { Database } from '#service/database/connect.ts';
import { operations } from '#service/identity/operations.ts';
import { parseInspectionId } from './inspection-routes.ts';
import { findVisibleInspection } from './read-inspection.ts';
import { listRevisions } from './revision-queries.ts';

export const revisionRoutes =
  ({ db }: { db: Database }) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Inspections');

    handle('GET', '/inspections/:id/revisions', {
      access: 'Tasks.Read',
      operationId: 'listRevisions',
      summary: 'List the revisions of an inspection',
      description:
        'Returns every change to an answer or comment, oldest first, including values that were replaced later.',
      params: IdParameter,
      query: RevisionsQuery,
      returns: InspectionRevisionPage,
      run: async ({ actor, params, query }) => {
        const inspection = await findVisibleInspection(db, actor, parseInspectionId(params));
        return listRevisions(db, { tenantId: actor.tenantId, inspection }, query);
      },
    });
  };
