import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Absence, AbsencePage, AbsenceParameters, NewAbsence } from '#contract/absence.ts';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { PageQuery } from '#contract/page.ts';
import { WorkingHours, WorkingHoursInput } from '#contract/working-hours.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { listAbsences, placeOfAbsence } from './absence-queries.ts';
import { addAbsence } from './add-absence.ts';
import { deleteAbsence } from './delete-absence.ts';
import { canSeeReasons, MANAGERS, requireUserInScope, visiblePeople } from './person-scope.ts';
import { findWorkingHours, setWorkingHours } from './set-working-hours.ts';

const TAGS = ['Planning'];
const ACCESS_DESCRIPTION =
  "For planners of one of the user's teams (`Tasks.Manage`) and for users with `Users.Manage`.";

/** /api/v1/users/{id}/working-hours and absences. */
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
          summary: 'Read the working hours of a user',
          params: IdParameter,
          response: { 200: WorkingHours },
        },
      },
      async (request, reply) => {
        const scope = visiblePeople(actorOf(request));
        const userId = userIdOf(request.params);
        await requireUserInScope(db, scope, userId);
        return sendState(reply, await findWorkingHours(db, scope.tenantId, userId));
      },
    );

    app.put<{ Params: IdParameter; Body: WorkingHoursInput }>(
      '/users/:id/working-hours',
      {
        config: { access: MANAGERS },
        schema: {
          tags: TAGS,
          operationId: 'setWorkingHours',
          summary: 'Set the working hours of a user',
          description: ACCESS_DESCRIPTION,
          params: IdParameter,
          headers: ConditionalHeaders,
          body: WorkingHoursInput,
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
            "The latest first. Planners of one of the user's teams (`Tasks.Manage`), users with `Users.Manage` and the user see " +
            'the reasons; for others they are null.',
          params: IdParameter,
          querystring: PageQuery,
          response: { 200: AbsencePage },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const userId = userIdOf(request.params);
        await requireUserInScope(db, visiblePeople(actor), userId);
        const hasReasons = await canSeeReasons(db, actor, userId);
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
          summary: 'Add an absence of a user',
          description: `${ACCESS_DESCRIPTION} Tasks that are planned for these days stay planned.`,
          params: IdParameter,
          headers: IdempotencyHeaders,
          body: NewAbsence,
          response: { 201: Absence },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const absence = { userId: userIdOf(request.params), absenceId: newId(), draft: request.body };
        const answer = await runOnce(db, repeatable(request, actor), async (trx) =>
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
          summary: 'Delete an absence',
          description: ACCESS_DESCRIPTION,
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
