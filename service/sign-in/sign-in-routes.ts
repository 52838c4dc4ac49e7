import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sentence } from '#sentences/sentence.ts';
import { requestProblem } from '#service/http/envelope.ts';
import { prefersPage } from '#service/http/negotiate.ts';
import { problemErrorHandler } from '#service/http/problem-reply.ts';
import { Refusal } from '#service/http/refusal.ts';
import { callbackRoutes } from './external/callback-routes.ts';
import { externalLoginRoutes } from './external/external-login-routes.ts';
import { startRoutes } from './external/start-routes.ts';
import { accountPageRoutes } from './pages/account-page-routes.ts';
import { choosePasswordRoutes } from './pages/choose-password-routes.ts';
import { guardPages } from './pages/guard-pages.ts';
import { pageErrorHandler } from './pages/page-errors.ts';
import { signInPageRoutes } from './pages/sign-in-page-routes.ts';
import type { SignInServices } from './sign-in-services.ts';

/** Everything by which a browser signs in: the page, and what the contract says of identity providers. */
export const signInRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const asPage = pageErrorHandler(services);
  const asJson = problemErrorHandler(services.asProblem);

  // Whatever it is meant to name, PostgreSQL cannot look for it.
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw new Refusal(400, sentence`The address contains the character U+0000.`);
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
          : asJson(asRefusal(error), request, reply),
      );
      await external.register(externalLoginRoutes(services));
      await external.register(callbackRoutes(services));
    },
    { prefix: '/api/account' },
  );
};

/** Whatever is wrong with a parameter is answered with 400 here (L3, L4). */
const asRefusal = (error: unknown) => {
  const problem = requestProblem(error);
  return problem?.kind === 'invalid' ? new Refusal(400, problem.sentence) : error;
};
