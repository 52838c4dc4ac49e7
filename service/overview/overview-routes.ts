import type { FastifyInstance } from 'fastify';
import { Overview, OverviewQuery, overviewLimits } from '#contract/overview.ts';
import type { Database } from '#service/database/connect.ts';
import { sendJson } from '#service/http/envelope.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { readOverview } from './read-overview.ts';

/** GET /api/v1/overview */
export const overviewRoutes =
  ({ db, now, backupAt }: { db: Database; now: () => number; backupAt: string | undefined }) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: OverviewQuery }>(
      '/overview',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: ['Planning'],
          operationId: 'readOverview',
          summary: 'Get an overview of open, late and completed work',
          description:
            'Covers the teams in which the caller can see tasks, or one of them. Includes the workload of people in teams for which the caller plans.',
          querystring: OverviewQuery,
          response: { 200: Overview },
        },
      },
      async (request, reply) => {
        const { weeks = overviewLimits.defaultWeeks, ...which } = request.query;
        const options = { ...which, weeks: Number(weeks) };
        return sendJson(
          reply,
          JSON.stringify(await readOverview(db, actorOf(request), options, { now: now(), backupAt })),
        );
      },
    );
  };
