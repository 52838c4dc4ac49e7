import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { SessionParameter, Sessions } from '#contract/session.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actors } from '#service/identity/actors.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { sessionNotFound } from '#service/identity/identity-problems.ts';
import { endSession, signOutEverywhere } from './end-session.ts';
import { clearSessionCookie } from './session-cookie.ts';
import { listSessions } from './session-queries.ts';

const TAGS = ['Users'];

/** /api/v1/me/sessions: the browsers in which the caller is signed in. */
export const sessionRoutes =
  ({ db, actors }: { db: Database; actors: Actors }) =>
  async (app: FastifyInstance) => {
    app.get(
      '/me/sessions',
      {
        config: { access: 'signed-in' },
        schema: {
          tags: TAGS,
          operationId: 'listMySessions',
          summary: 'List my sessions',
          description: 'The browsers in which the caller is signed in, most recently used first.',
          response: { 200: Sessions },
        },
      },
      async (request, reply) =>
        sendJson(reply, JSON.stringify({ sessions: await listSessions(db, actorOf(request)) })),
    );

    app.delete<{ Params: SessionParameter }>(
      '/me/sessions/:id',
      {
        config: { access: 'signed-in' },
        schema: {
          tags: TAGS,
          operationId: 'endMySession',
          summary: 'Sign out of a browser',
          params: SessionParameter,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        const id = request.params.id === 'current' ? author.sessionId : request.params.id;
        if (id === null || !isUuid(id)) throw sessionNotFound(request.params.id);
        await inTransaction(db, (trx) => endSession(trx, author, id));
        actors.clear();
        if (id === author.sessionId) clearSessionCookie(reply);
        return reply.code(204).send();
      },
    );

    app.delete(
      '/me/sessions',
      {
        config: { access: 'signed-in' },
        schema: {
          tags: TAGS,
          operationId: 'signOutEverywhere',
          summary: 'Sign out everywhere',
          description:
            'Ends every session, device and access token of the caller, including those of this request.',
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const author = authorOf(request);
        await inTransaction(db, (trx) => signOutEverywhere(trx, author));
        actors.clear();
        if (author.sessionId !== null) clearSessionCookie(reply);
        return reply.code(204).send();
      },
    );
  };
