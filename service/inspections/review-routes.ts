import type { FastifyInstance } from 'fastify';
import {
  ComparisonQuery,
  IdParameter,
  Inspection,
  InspectionComparison,
  ReturnDraft,
  ReviewQuery,
} from '#contract/inspection.ts';
import { sendJson } from '#service/http/envelope.ts';
import { speakTo } from '#service/http/speak-to.ts';
import { answerOnce } from '#service/idempotency/answer-once.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { compareCompletions } from './compare-completions.ts';
import { type InspectionServices, inspectionIdOf } from './inspection-routes.ts';
import { readInspection } from './read-inspection.ts';
import { approveInspection, returnInspection } from './review-inspection.ts';
import { sayInspection } from './say-inspection.ts';

const TAGS = ['Inspections'];

/** What a reviewer does with a completed inspection: /api/v1/inspections/{id}/return, approve, comparison. */
export const reviewRoutes =
  ({ db, signal, tools }: InspectionServices) =>
  async (app: FastifyInstance) => {
    app.post<{ Params: IdParameter; Querystring: ReviewQuery; Body: ReturnDraft }>(
      '/inspections/:id/return',
      {
        config: { access: 'Inspections.Review' },
        schema: {
          tags: TAGS,
          operationId: 'returnInspection',
          summary: 'Return an inspection for correction',
          description:
            'It is open again for its inspector, with a comment in general and for single fields; its task is Active.',
          params: IdParameter,
          querystring: ReviewQuery,
          headers: IdempotencyHeaders,
          body: ReturnDraft,
          response: { 200: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const inspectionId = inspectionIdOf(request.params);
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) => {
          const { body: draft, query } = request;
          await returnInspection(trx, actor, { inspectionId, draft, lookedAt: lookedAt(query), tools });
          return JSON.stringify(
            sayInspection(await readInspection(trx, actor, { inspectionId, tools }), speakTo(reply)),
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
          description: 'Only a completed one. A later return takes the approval back.',
          params: IdParameter,
          querystring: ReviewQuery,
          headers: IdempotencyHeaders,
          response: { 200: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const inspectionId = inspectionIdOf(request.params);
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) => {
          await approveInspection(trx, actor, { inspectionId, lookedAt: lookedAt(request.query) });
          return JSON.stringify(
            sayInspection(await readInspection(trx, actor, { inspectionId, tools }), speakTo(reply)),
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
          description: 'Answer by answer, by default what the latest correction changed.',
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

const lookedAt = ({ completion }: ReviewQuery) => (completion === undefined ? undefined : Number(completion));
