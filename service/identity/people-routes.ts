import type { FastifyInstance } from 'fastify';
import { apiTokenRoutes } from './api-tokens/api-token-routes.ts';
import { deviceRoutes } from './devices/device-routes.ts';
import { meRoutes } from './me-routes.ts';
import { passwordLinkRoutes } from './password-links/password-link-routes.ts';
import type { PeopleServices } from './people-services.ts';
import { roleRoutes } from './roles/role-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { signInSettingsRoutes } from './sign-in-settings-routes.ts';
import { userRoutes } from './users/user-routes.ts';

export const peopleRoutes = (services: PeopleServices) => async (app: FastifyInstance) => {
  await app.register(meRoutes(services));
  await app.register(sessionRoutes(services));
  await app.register(deviceRoutes(services));
  await app.register(userRoutes(services));
  await app.register(passwordLinkRoutes(services));
  await app.register(apiTokenRoutes(services));
  await app.register(roleRoutes(services));
  await app.register(signInSettingsRoutes(services));
};
