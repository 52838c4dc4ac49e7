import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Absence, AbsencePage, AbsenceParameters, NewAbsence } from '#contract/absence.ts';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { PageQuery } from '#contract/page.ts';
import { WorkingHours, WorkingHoursDraft } from '#contract/working-hours.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendState } from '#service/http/send-state.ts';
import { answerOnce } from '#service/idempotency/answer-once.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { listAbsences, placeOfAbsence } from './absence-queries.ts';
import { addAbsence } from './add-absence.ts';
import { deleteAbsence } from './delete-absence.ts';
import { MANAGERS, mustBeInReach, seesPeople, seesReasons } from './person-in-reach.ts';
import { findWorkingHours, setWorkingHours } from './set-working-hours.ts';

const TAGS = ['Planning'];
const BY_WHOM = "By who plans a team of the user's (`Tasks.Manage`), or manages users (`Users.Manage`).";

/** /api/v1/users/{id}/working-hours and absences: when somebody works. */
export const personRoutes =
  ({ db, newId }: { db: Database; newId: () => string }) =>
  async (app: FastifyInstance) => {
    app.get<{ Params: IdParameter }>(
      '/users/:id/working-hours',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readWorkingHours',
          summary: 'When a user works, day by day of the week',
          params: IdParameter,
          response: { 200: WorkingHours },
        },
      },
      async (request, reply) => {
        const scope = seesPeople(actorOf(request));
        const userId = userIdOf(request.params);
        await mustBeInReach(db, scope, userId);
        return sendState(reply, await findWorkingHours(db, scope.tenantId, userId));
      },
    );

    app.put<{ Params: IdParameter; Body: WorkingHoursDraft }>(
      '/users/:id/working-hours',
      {
        config: { access: MANAGERS },
        schema: {
          tags: TAGS,
          operationId: 'setWorkingHours',
          summary: 'Say when a user works',
          description: BY_WHOM,
          params: IdParameter,
          headers: ConditionalHeaders,
          body: WorkingHoursDraft,
          response: { 200: WorkingHours },
        },
      },
      async (request, reply) => {
        const change = {
          userId: userIdOf(request.params),
          draft: request.body,
          isExpected: preconditionOf(request),
        };
        return sendState(
          reply,
          await inTransaction(db, (trx) => setWorkingHours(trx, actorOf(request), change)),
        );
      },
    );

    app.get<{ Params: IdParameter; Querystring: PageQuery }>(
      '/users/:id/absences',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listAbsences',
          summary: 'List the absences of a user',
          description:
            "The latest first. Reasons are told to who plans a team of the user's (`Tasks.Manage`) or manages users " +
            '(`Users.Manage`), and to the user; to others they are null.',
          params: IdParameter,
          querystring: PageQuery,
          response: { 200: AbsencePage },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const userId = userIdOf(request.params);
        await mustBeInReach(db, seesPeople(actor), userId);
        const hasReasons = await seesReasons(db, actor, userId);
        const limit = Number(request.query.limit ?? limits.page);
        const page = { after: keyAfter(request.query.after), limit };
        const found = await listAbsences(db, { tenantId: actor.tenantId, userId, hasReasons }, page);
        const { rows, next } = pageOf(found, limit, placeOfAbsence);
        return sendJson(reply, JSON.stringify({ absences: rows, next }));
      },
    );

    app.post<{ Params: IdParameter; Body: NewAbsence }>(
      '/users/:id/absences',
      {
        config: { access: MANAGERS },
        schema: {
          tags: TAGS,
          operationId: 'addAbsence',
          summary: 'Say that a user is away',
          description: `${BY_WHOM} Tasks that are planned for these days stay where they are.`,
          params: IdParameter,
          headers: IdempotencyHeaders,
          body: NewAbsence,
          response: { 201: Absence },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const absence = { userId: userIdOf(request.params), absenceId: newId(), draft: request.body };
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) =>
          JSON.stringify(await addAbsence(trx, actor, absence)),
        );
        return sendJson(reply.code(201), answer);
      },
    );

    app.delete<{ Params: AbsenceParameters }>(
      '/users/:id/absences/:absenceId',
      {
        config: { access: MANAGERS },
        schema: {
          tags: TAGS,
          operationId: 'deleteAbsence',
          summary: 'Take an absence back',
          description: BY_WHOM,
          params: AbsenceParameters,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const absence = { userId: userIdOf(request.params), absenceId: request.params.absenceId };
        await inTransaction(db, (trx) => deleteAbsence(trx, actorOf(request), absence));
        return reply.code(204).send();
      },
    );
  };
