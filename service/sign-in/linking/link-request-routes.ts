import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { isUuid } from '#service/http/ids.ts';
import { operations } from '#service/identity/operations.ts';
import { parseUserId } from '#service/identity/users/parse-user-id.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { confirmLink, type LinkRequestKey, rejectLink } from './confirm-link.ts';
import { linkRequestNotFound } from './link-problems.ts';

const PATH = '/users/:id/link-requests/:requestId';

const LinkRequestParameters = Type.Object({ id: Type.String(), requestId: Type.String() });
type LinkRequestParameters = Static<typeof LinkRequestParameters>;

/** Lets administrators confirm that an account at a provider may sign in as another administrator. */
export const linkRequestRoutes =
  ({ db }: Pick<SignInServices, 'db'>) =>
  async (app: FastifyInstance) => {
    const { write } = operations(app, db, 'Sign-in');

    write('POST', `${PATH}/confirm`, {
      access: 'SignIn.Manage',
      operationId: 'confirmLinkRequest',
      summary: 'Confirm a link request',
      description:
        'The account can then sign in as this user. The caller needs every tenant-wide permission that the user has.',
      params: LinkRequestParameters,
      run: (trx, { auditedActor, params }) => confirmLink(trx, auditedActor, parseKey(params)),
    });

    write('DELETE', PATH, {
      access: 'SignIn.Manage',
      operationId: 'rejectLinkRequest',
      summary: 'Reject a link request',
      params: LinkRequestParameters,
      run: (trx, { auditedActor, params }) => rejectLink(trx, auditedActor, parseKey(params)),
    });
  };

const parseKey = ({ id, requestId }: LinkRequestParameters): LinkRequestKey => {
  const userId = parseUserId({ id });
  if (!isUuid(requestId)) throw linkRequestNotFound(requestId);
  return { userId, requestId };
};
