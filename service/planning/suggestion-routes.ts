import type { FastifyInstance } from 'fastify';
import { SuggestionRequest, Suggestions, suggestionLimits } from '#contract/suggestion.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { mustBeDays } from './planning-problems.ts';
import { propose } from './propose.ts';

/** POST /api/v1/suggestions: who might do a task, when, and why. */
export const suggestionRoutes =
  ({ db, now }: { db: Database; now: () => number }) =>
  async (app: FastifyInstance) => {
    app.post<{ Body: SuggestionRequest }>(
      '/suggestions',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: ['Planning'],
          operationId: 'suggestPlans',
          summary: 'Who might do tasks, when, and why',
          description:
            'Changes nothing. Nobody is suggested while they are away, beyond their working hours or in time that is taken, nor before the task may start or this moment.',
          body: SuggestionRequest,
          response: { 200: Suggestions },
        },
      },
      async (request, reply) => {
        const { body } = request;
        mustBeDays(body, suggestionLimits.days);
        const scope = scopeOf(actorOf(request), 'Tasks.Manage');
        return sendJson(reply, JSON.stringify(await propose(db, scope, body, now())));
      },
    );
  };
