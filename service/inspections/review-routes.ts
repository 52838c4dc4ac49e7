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
import { type InspectionServices, parseInspectionId } from './inspection-routes.ts';
import { approveInspection, returnInspection } from './review-inspection.ts';
import { readTranslatedInspection } from './translate-inspection.ts';

export const reviewRoutes =
  ({ db, signal, dependencies }: InspectionServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Inspections');

    write('POST', '/inspections/:id/return', {
      access: 'Inspections.Review',
      operationId: 'returnInspection',
      summary: 'Return an inspection for correction',
      description:
        'Opens the inspection again for its inspector, with a general comment and comments on individual fields. The task becomes Active.',
      params: IdParameter,
      query: ReviewQuery,
      acceptsIdempotencyKey: true,
      body: ReturnRequest,
      returns: Inspection,
      hasLongResult: true,
      run: async (trx, call) => {
        const inspectionId = parseInspectionId(call.params);
        const reviewedCompletion = parseReviewedCompletion(call.query);
        await returnInspection(trx, call.auditedActor, {
          inspectionId,
          input: call.body,
          reviewedCompletion,
          dependencies,
        });
        return readTranslatedInspection(trx, call, { inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
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
      hasLongResult: true,
      run: async (trx, call) => {
        const inspectionId = parseInspectionId(call.params);
        await approveInspection(trx, call.auditedActor, {
          inspectionId,
          reviewedCompletion: parseReviewedCompletion(call.query),
        });
        return readTranslatedInspection(trx, call, { inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });

    handle('GET', '/inspections/:id/comparison', {
      access: 'Tasks.Read',
      operationId: 'compareCompletions',
      summary: 'Compare two completions of an inspection',
      description:
        'Lists each answer that differs between two completions, or between a completion and the current answers.',
      params: IdParameter,
      query: ComparisonQuery,
      returns: InspectionComparison,
      hasLongResult: true,
      run: ({ actor, params, query, acquireLargeRequestSlot }) =>
        compareCompletions(db, actor, {
          inspectionId: parseInspectionId(params),
          query,
          dependencies,
          acquireLargeRequestSlot,
        }),
    });
  };

const parseReviewedCompletion = ({ completion }: ReviewQuery) =>
  completion === undefined ? undefined : Number(completion);
