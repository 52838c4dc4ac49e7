import type { FastifyInstance } from 'fastify';
import {
  ComparisonQuery,
  IdParameter,
  Inspection,
  InspectionComparison,
  ReturnRequest,
  ReviewQuery,
} from '#contract/inspection.ts';
import { operations } from '#service/identity/operations.ts';
import { compareCompletions } from './compare-completions.ts';
import { type InspectionServices, inspectionIdOf, noTag } from './inspection-routes.ts';
import { approveInspection, returnInspection } from './review-inspection.ts';
import { readTranslatedInspection } from './translate-inspection.ts';

/** The routes for reviewers: /api/v1/inspections/{id}/return, approve, comparison. */
export const reviewRoutes =
  ({ db, signal, dependencies }: InspectionServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Inspections');

    write('POST', '/inspections/:id/return', {
      access: 'Inspections.Review',
      operationId: 'returnInspection',
      summary: 'Return an inspection for correction',
      description:
        'Opens it again for its inspector, with a general comment and comments on fields; its task becomes Active.',
      params: IdParameter,
      query: ReviewQuery,
      acceptsIdempotencyKey: true,
      body: ReturnRequest,
      returns: Inspection,
      tagOf: noTag,
      run: async (trx, call) => {
        const inspectionId = inspectionIdOf(call.params);
        const reviewed = reviewedIn(call.query);
        await returnInspection(trx, call.author, { inspectionId, draft: call.body, reviewed, dependencies });
        return readTranslatedInspection(trx, call, { inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.announce(actor.tenantId),
    });

    write('POST', '/inspections/:id/approve', {
      access: 'Inspections.Review',
      operationId: 'approveInspection',
      summary: 'Approve an inspection',
      description: 'The inspection must be completed. A later return removes the approval.',
      params: IdParameter,
      query: ReviewQuery,
      acceptsIdempotencyKey: true,
      returns: Inspection,
      tagOf: noTag,
      run: async (trx, call) => {
        const inspectionId = inspectionIdOf(call.params);
        await approveInspection(trx, call.author, { inspectionId, reviewed: reviewedIn(call.query) });
        return readTranslatedInspection(trx, call, { inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.announce(actor.tenantId),
    });

    handle('GET', '/inspections/:id/comparison', {
      access: 'Tasks.Read',
      operationId: 'compareCompletions',
      summary: 'Compare two completions of an inspection',
      description: 'Lists each changed answer, by default of the latest correction.',
      params: IdParameter,
      query: ComparisonQuery,
      returns: InspectionComparison,
      run: ({ actor, params, query }) =>
        compareCompletions(db, actor, { inspectionId: inspectionIdOf(params), query, dependencies }),
    });
  };

const reviewedIn = ({ completion }: ReviewQuery) =>
  completion === undefined ? undefined : Number(completion);
