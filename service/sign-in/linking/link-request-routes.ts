import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { inTransaction } from '#service/database/in-transaction.ts';
import { isUuid } from '#service/http/ids.ts';
import { authorOf } from '#service/identity/audit/record-audit.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { confirmLink, rejectLink } from './confirm-link.ts';
import { linkRequestNotFound } from './link-problems.ts';

const TAGS = ['Sign-in'];
const PLACE = '/users/:id/link-requests/:requestId';

const Place = Type.Object({ id: Type.String(), requestId: Type.String() });
type Place = Static<typeof Place>;

/** /api/v1/users/{id}/link-requests: an administrator confirms that a provider account may sign in as another administrator. */
export const linkRequestRoutes =
  ({ db }: Pick<SignInServices, 'db'>) =>
  async (app: FastifyInstance) => {
    app.post<{ Params: Place }>(
      `${PLACE}/confirm`,
      {
        config: { access: 'SignIn.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'confirmLinkRequest',
          summary: 'Confirm a link request',
          description:
            'The account can then sign in as this user. The caller needs every tenant-wide permission of the user.',
          params: Place,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await inTransaction(db, (trx) => confirmLink(trx, authorOf(request), placeOf(request.params)));
        return reply.code(204).send();
      },
    );

    app.delete<{ Params: Place }>(
      PLACE,
      {
        config: { access: 'SignIn.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'rejectLinkRequest',
          summary: 'Reject a link request',
          params: Place,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await inTransaction(db, (trx) => rejectLink(trx, authorOf(request), placeOf(request.params)));
        return reply.code(204).send();
      },
    );
  };

const placeOf = (place: Place): { userId: number; requestId: string } => {
  const userId = userIdOf(place);
  if (!isUuid(place.requestId)) throw linkRequestNotFound(place.requestId);
  return { userId, requestId: place.requestId };
};
