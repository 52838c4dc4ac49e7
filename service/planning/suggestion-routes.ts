import type { FastifyInstance } from 'fastify';
import { SuggestionRequest, Suggestions, suggestionLimits } from '#contract/suggestion.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { requireDays } from './planning-problems.ts';
import { propose } from './propose.ts';

/** POST /api/v1/suggestions: people and times for tasks, with reasons. */
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
          summary: 'Suggest people and times for tasks',
          description:
            "Changes nothing. Suggestions do not overlap other tasks, absences or the end of working hours, and never start before a task's start date or now.",
          body: SuggestionRequest,
          response: { 200: Suggestions },
        },
      },
      async (request, reply) => {
        const { body } = request;
        requireDays(body, suggestionLimits.days);
        const scope = scopeOf(actorOf(request), 'Tasks.Manage');
        return sendJson(reply, JSON.stringify(await propose(db, scope, body, now())));
      },
    );
  };
