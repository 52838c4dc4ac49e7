import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { verbatim } from '#i18n/message.ts';
import type { Database } from '#service/database/connect.ts';
import { isMigrated, readMigrations } from '#service/database/migrate.ts';
import { sendProblem } from '#service/http/problem-reply.ts';

const Ready = Type.Object({ status: Type.Literal('ready') }, { title: 'Ready' });
const Live = Type.Object({ status: Type.Literal('live') }, { title: 'Live' });
const TAGS = ['Operation'];

/** /health/ready reports whether the database is reachable and has this version's schema. */
export const healthRoutes = (db: Database) => async (app: FastifyInstance) => {
  const newestMigration = Math.max(...(await readMigrations()).map(({ number }) => number));
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
  });

  app.get(
    '/live',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'checkLiveness',
        summary: 'Check that the process is alive',
        response: { 200: Live },
      },
    },
    async () => ({ status: 'live' as const }),
  );

  app.get(
    '/ready',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: TAGS,
        operationId: 'checkReadiness',
        summary: 'Check that the service is ready',
        response: { 200: Ready },
      },
    },
    async (_request, reply) => {
      const isReady = !isDraining && (await isMigrated(db, newestMigration).catch(() => false));
      if (isReady) return { status: 'ready' as const };
      return sendProblem(reply, 503, {
        detail: verbatim(
          isDraining ? 'The server is stopping.' : 'The database is not reachable or not migrated.',
        ),
      });
    },
  );
};
