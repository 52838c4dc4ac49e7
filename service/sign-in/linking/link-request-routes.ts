import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { isUuid } from '#service/http/ids.ts';
import { operations } from '#service/identity/operations.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { confirmLink, rejectLink } from './confirm-link.ts';
import { linkRequestNotFound } from './link-problems.ts';

const PLACE = '/users/:id/link-requests/:requestId';

const Place = Type.Object({ id: Type.String(), requestId: Type.String() });
type Place = Static<typeof Place>;

/** /api/v1/users/{id}/link-requests: an administrator confirms that a provider account may sign in as another administrator. */
export const linkRequestRoutes =
  ({ db }: Pick<SignInServices, 'db'>) =>
  async (app: FastifyInstance) => {
    const { write } = operations(app, db, 'Sign-in');

    write('POST', `${PLACE}/confirm`, {
      access: 'SignIn.Manage',
      operationId: 'confirmLinkRequest',
      summary: 'Confirm a link request',
      description:
        'The account can then sign in as this user. The caller needs every tenant-wide permission of the user.',
      params: Place,
      run: (trx, { author, params }) => confirmLink(trx, author, placeOf(params)),
    });

    write('DELETE', PLACE, {
      access: 'SignIn.Manage',
      operationId: 'rejectLinkRequest',
      summary: 'Reject a link request',
      params: Place,
      run: (trx, { author, params }) => rejectLink(trx, author, placeOf(params)),
    });
  };

const placeOf = (place: Place): { userId: number; requestId: string } => {
  const userId = userIdOf(place);
  if (!isUuid(place.requestId)) throw linkRequestNotFound(place.requestId);
  return { userId, requestId: place.requestId };
};
