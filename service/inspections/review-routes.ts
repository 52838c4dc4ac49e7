import type { FastifyInstance } from 'fastify';
import {
  ComparisonQuery,
  IdParameter,
  Inspection,
  InspectionComparison,
  ReturnRequest,
  ReviewQuery,
} from '#contract/inspection.ts';
import { sendJson } from '#service/http/envelope.ts';
import { translateFor } from '#service/http/reply-language.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { compareCompletions } from './compare-completions.ts';
import { type InspectionServices, inspectionIdOf } from './inspection-routes.ts';
import { readInspection } from './read-inspection.ts';
import { approveInspection, returnInspection } from './review-inspection.ts';
import { translateInspection } from './translate-inspection.ts';

const TAGS = ['Inspections'];

/** The routes for reviewers: /api/v1/inspections/{id}/return, approve, comparison. */
export const reviewRoutes =
  ({ db, signal, tools }: InspectionServices) =>
  async (app: FastifyInstance) => {
    app.post<{ Params: IdParameter; Querystring: ReviewQuery; Body: ReturnRequest }>(
      '/inspections/:id/return',
      {
        config: { access: 'Inspections.Review' },
        schema: {
          tags: TAGS,
          operationId: 'returnInspection',
          summary: 'Return an inspection for correction',
          description:
            'Opens it again for its inspector, with a general comment and comments on fields; its task becomes Active.',
          params: IdParameter,
          querystring: ReviewQuery,
          headers: IdempotencyHeaders,
          body: ReturnRequest,
          response: { 200: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const inspectionId = inspectionIdOf(request.params);
        const answer = await runOnce(db, repeatable(request, actor), async (trx) => {
          const { body: draft, query } = request;
          await returnInspection(trx, actor, { inspectionId, draft, reviewed: reviewedIn(query), tools });
          return JSON.stringify(
            translateInspection(
              await readInspection(trx, actor, { inspectionId, tools }),
              translateFor(reply),
            ),
          );
        });
        signal.announce(actor.tenantId);
        return sendJson(reply, answer);
      },
    );

    app.post<{ Params: IdParameter; Querystring: ReviewQuery }>(
      '/inspections/:id/approve',
      {
        config: { access: 'Inspections.Review' },
        schema: {
          tags: TAGS,
          operationId: 'approveInspection',
          summary: 'Approve an inspection',
          description: 'The inspection must be completed. A later return removes the approval.',
          params: IdParameter,
          querystring: ReviewQuery,
          headers: IdempotencyHeaders,
          response: { 200: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const inspectionId = inspectionIdOf(request.params);
        const answer = await runOnce(db, repeatable(request, actor), async (trx) => {
          await approveInspection(trx, actor, { inspectionId, reviewed: reviewedIn(request.query) });
          return JSON.stringify(
            translateInspection(
              await readInspection(trx, actor, { inspectionId, tools }),
              translateFor(reply),
            ),
          );
        });
        signal.announce(actor.tenantId);
        return sendJson(reply, answer);
      },
    );

    app.get<{ Params: IdParameter; Querystring: ComparisonQuery }>(
      '/inspections/:id/comparison',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'compareCompletions',
          summary: 'Compare two completions of an inspection',
          description: 'Lists each changed answer, by default of the latest correction.',
          params: IdParameter,
          querystring: ComparisonQuery,
          response: { 200: InspectionComparison },
        },
      },
      async (request, reply) => {
        const comparison = await compareCompletions(db, actorOf(request), {
          inspectionId: inspectionIdOf(request.params),
          query: request.query,
          tools,
        });
        return sendJson(reply, JSON.stringify(comparison));
      },
    );
  };

const reviewedIn = ({ completion }: ReviewQuery) =>
  completion === undefined ? undefined : Number(completion);
