import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sentence } from '#i18n/sentence.ts';
import { requestProblem } from '#service/http/envelope.ts';
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
  const asPage = pageErrorHandler(services);
  const asJson = problemErrorHandler(services.asProblem);

  // PostgreSQL text cannot contain U+0000, so no URL parameter may either.
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw new HttpError(400, sentence`The URL contains the character U+0000.`);
  });
  await app.register(async (pages) => {
    pages.setErrorHandler(asPage);
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
          ? asPage(error, request, reply)
          : asJson(toRejection(error), request, reply),
      );
      await external.register(externalLoginRoutes(services));
      await external.register(callbackRoutes(services));
    },
    { prefix: '/api/account' },
  );
};

/** Invalid parameters are answered with status 400 here (L3, L4). */
const toRejection = (error: unknown) => {
  const problem = requestProblem(error);
  return problem?.kind === 'invalid' ? new HttpError(400, problem.sentence) : error;
};
