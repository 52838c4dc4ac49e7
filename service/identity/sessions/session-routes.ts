import type { FastifyInstance } from 'fastify';
import { SessionParameter, Sessions } from '#contract/session.ts';
import { isUuid } from '#service/http/ids.ts';
import { sessionNotFound } from '#service/identity/identity-problems.ts';
import { operations } from '#service/identity/operations.ts';
import type { PeopleServices } from '#service/identity/people-services.ts';
import { endSession, signOutEverywhere } from './end-session.ts';
import { clearSessionCookie } from './session-cookie.ts';
import { listSessions } from './session-queries.ts';

export const sessionRoutes =
  ({ db, actors }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Users');

    handle('GET', '/me/sessions', {
      access: 'signed-in',
      operationId: 'listMySessions',
      summary: 'List my sessions',
      description: 'The browsers in which the caller is signed in, most recently used first.',
      returns: Sessions,
      run: async ({ actor }) => ({ sessions: await listSessions(db, actor) }),
    });

    write('DELETE', '/me/sessions/:id', {
      access: 'signed-in',
      operationId: 'endMySession',
      summary: 'Sign out of a browser',
      params: SessionParameter,
      run: (trx, { auditedActor, params }) => {
        const id = resolveSessionId(params, auditedActor);
        if (id === null || !isUuid(id)) throw sessionNotFound(params.id);
        return endSession(trx, auditedActor, id);
      },
      afterCommit: ({ actor, params, reply }) => {
        actors.clear();
        if (resolveSessionId(params, actor) === actor.sessionId) clearSessionCookie(reply);
      },
    });

    write('DELETE', '/me/sessions', {
      access: 'signed-in',
      operationId: 'signOutEverywhere',
      summary: 'Sign out everywhere',
      description:
        "Ends all of the caller's sessions, devices and access tokens, including those used by this request.",
      run: (trx, { auditedActor }) => signOutEverywhere(trx, auditedActor),
      afterCommit: ({ actor, reply }) => {
        actors.clear();
        if (actor.sessionId !== null) clearSessionCookie(reply);
      },
    });
  };

const resolveSessionId = ({ id }: SessionParameter, { sessionId }: { sessionId: string | null }) =>
  id === 'current' ? sessionId : id.toLowerCase();
