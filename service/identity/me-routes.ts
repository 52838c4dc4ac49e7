import type { FastifyInstance } from 'fastify';
import { Me, OwnPasswordChange } from '#contract/user.ts';
import { LANGUAGES } from '#i18n/languages.ts';
import { readCredential } from './authenticate.ts';
import { operations } from './operations.ts';
import type { PeopleServices } from './people-services.ts';
import { hashSecret } from './tokens/secret-token.ts';
import { changeOwnPassword } from './users/change-own-password.ts';

export const meRoutes = (services: PeopleServices) => async (app: FastifyInstance) => {
  const { handle } = operations(app, services.db, 'Users');

  handle('GET', '/me', {
    access: 'signed-in',
    config: { allowsDevices: true },
    operationId: 'readMe',
    summary: 'Read the signed-in user and their permissions',
    returns: Me,
    run: ({ actor }) => ({
      id: actor.userId,
      userName: actor.userName,
      name: actor.name,
      surname: actor.surname,
      emailAddress: actor.emailAddress,
      tenancyName: actor.tenancyName,
      roles: actor.roles,
      permissions: { tenant: [...actor.tenantWidePermissions], teams: [...actor.teamPermissions] },
      teamIds: actor.teamIds,
      deviceId: actor.deviceId,
      languages: LANGUAGES,
    }),
  });

  handle('POST', '/me/password', {
    access: 'signed-in',
    operationId: 'changeOwnPassword',
    summary: 'Change your password',
    description:
      "Ends all of the caller's other sessions and access tokens, and all devices. After wrong passwords, you have to wait, just as when signing in (429 with Retry-After).",
    body: OwnPasswordChange,
    run: async ({ request, auditedActor, body }) => {
      await changeOwnPassword(services, auditedActor, body, hashSecret(readCredential(request)!));
      services.actors.clear();
    },
  });
};
