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
          summary: 'How work goes: what is open, late and done, and who has how much to do',
          description: 'Of the teams in which the caller sees tasks, or one of them.',
          querystring: OverviewQuery,
          response: { 200: Overview },
        },
      },
      async (request, reply) => {
        const { weeks = overviewLimits.usualWeeks, ...which } = request.query;
        const asked = { ...which, weeks: Number(weeks) };
        return sendJson(
          reply,
          JSON.stringify(await readOverview(db, actorOf(request), asked, { now: now(), backupAt })),
        );
      },
    );
  };
