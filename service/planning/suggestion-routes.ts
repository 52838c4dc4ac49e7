import type { FastifyInstance } from 'fastify';
import { SuggestionRequest, Suggestions, suggestionLimits } from '#contract/suggestion.ts';
import type { Database } from '#service/database/connect.ts';
import { operations } from '#service/identity/operations.ts';
import { requireDays } from './planning-problems.ts';
import { propose } from './propose.ts';

export const suggestionRoutes =
  ({ db, now }: { db: Database; now: () => number }) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Planning');

    handle('POST', '/suggestions', {
      access: 'Tasks.Manage',
      config: { isLarge: true },
      operationId: 'suggestPlans',
      summary: 'Suggest people and times for tasks',
      description:
        'Changes nothing. Suggestions are within working hours, do not overlap other tasks or absences, and never start in the past or before the start date of the task.',
      body: SuggestionRequest,
      returns: Suggestions,
      run: ({ scope, body }) => {
        requireDays(body, suggestionLimits.days);
        return propose(db, scope, body, now());
      },
    });
  };
