import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { msg } from '#i18n/message.ts';
import { toRequestProblem } from '#service/http/envelope.ts';
import { HttpError } from '#service/http/http-error.ts';
import { prefersPage } from '#service/http/negotiate.ts';
import { problemErrorHandler } from '#service/http/problem-reply.ts';
import { callbackRoutes } from './external/callback-routes.ts';
import { externalLoginRoutes } from './external/external-login-routes.ts';
import { startRoutes } from './external/start-routes.ts';
import { accountPageRoutes } from './pages/account-page-routes.ts';
import { choosePasswordRoutes } from './pages/choose-password-routes.ts';
import { guardPages } from './pages/guard-pages.ts';
import { pageErrorHandler } from './pages/page-errors.ts';
import { signInPageRoutes } from './pages/sign-in-page-routes.ts';
import type { SignInServices } from './sign-in-services.ts';

export const signInRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const sendAsPage = pageErrorHandler(services);
  const sendAsJson = problemErrorHandler(services.asProblem);

  // PostgreSQL text cannot contain U+0000, so no URL parameter may either.
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw new HttpError(400, msg`The URL contains the character U+0000.`);
  });
  await app.register(async (pages) => {
    pages.setErrorHandler(sendAsPage);
    guardPages(pages, services);
    await pages.register(signInPageRoutes(services));
    await pages.register(choosePasswordRoutes(services));
    await pages.register(accountPageRoutes(services));
    await pages.register(startRoutes(services));
  });
  await app.register(
    async (external) => {
      external.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) =>
        prefersPage(request.headers.accept)
          ? sendAsPage(error, request, reply)
          : sendAsJson(toRejection(error), request, reply),
      );
      await external.register(externalLoginRoutes(services));
      await external.register(callbackRoutes(services));
    },
    { prefix: '/api/account' },
  );
};

/** The operations under /api/account respond to invalid parameters with status 400 (L3, L4). */
const toRejection = (error: unknown) => {
  const problem = toRequestProblem(error);
  return problem?.kind === 'invalid' ? new HttpError(400, problem.localizableMessage) : error;
};
