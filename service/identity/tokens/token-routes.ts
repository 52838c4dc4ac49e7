import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { RevocationRequest, TokenError, TokenRequest, TokenResponse } from '#contract/identity.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { isSecure } from '#service/http/base-address.ts';
import { acceptForms, type Form, readForm } from '#service/http/read-form.ts';
import { Refusal } from '#service/http/refusal.ts';
import type { Actors } from '#service/identity/actors.ts';
import { originOf } from '#service/identity/audit/record-audit.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { Problem } from '#service/problem.ts';
import type { SignedIn } from './access-token.ts';
import { signInWithClientCredentials } from './client-credentials-grant.ts';
import { signInWithPassword } from './password-grant.ts';
import { revokeAccessToken } from './revoke-access-token.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { clientOf, requiredParameter } from './token-form.ts';
import {
  insecureTokenRequest,
  invalidTokenRequest,
  TokenRefusal,
  unsupportedGrantType,
} from './token-problems.ts';
import { tokenResponse } from './token-response.ts';

export type TokenServices = {
  db: Database;
  actors: Actors;
  passwords: Passwords;
  throttle: SignInThrottle;
  /** For laboratories: secrets may travel over plain HTTP (decision A3). */
  allowInsecureHttp: boolean;
  asProblem: (error: unknown) => Problem | undefined;
};

/** POST /token and /revoke (contract, Authentication; decisions A1 to A3, A7). */
export const tokenRoutes = (services: TokenServices) => async (app: FastifyInstance) => {
  acceptForms(app, '*');
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, services.asProblem));

  app.post(
    '/token',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: ['Authentication'],
        operationId: 'obtainToken',
        summary: 'Obtain an access token',
        description: 'By user name and password, or by the client id and secret of a service user.',
        consumes: ['application/x-www-form-urlencoded'],
        body: TokenRequest,
        response: { 200: TokenResponse, 400: TokenError },
      },
      // The form is read by its own rules, which answer in OAuth's words.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      if (!services.allowInsecureHttp && !isSecure(request)) throw insecureTokenRequest();
      const form = readForm(request.body);
      const signedIn = await signIn(services, form, request);
      return sendUncached(reply, await tokenResponse(services.db, signedIn, originOf(request)));
    },
  );

  app.post(
    '/revoke',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: ['Authentication'],
        operationId: 'revokeToken',
        summary: 'Give an access token back',
        description:
          'Ends it at once (RFC 7009). Who has it may do so, without another secret; a token that is none is answered the same.',
        consumes: ['application/x-www-form-urlencoded'],
        body: RevocationRequest,
        response: { 200: Type.Object({}), 400: TokenError },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      if (!services.allowInsecureHttp && !isSecure(request)) throw insecureTokenRequest();
      const token = requiredParameter(readForm(request.body), 'token');
      // Anybody may ask: who asks in vain must not make the server look up every caller anew.
      if (await revokeAccessToken(services.db, token, originOf(request))) services.actors.forget();
      return sendUncached(reply, {});
    },
  );
};

const signIn = (services: TokenServices, form: Form, request: FastifyRequest): Promise<SignedIn> => {
  const grantType = form.get('grant_type') ?? '';
  if (grantType === 'password') {
    const given = {
      username: requiredParameter(form, 'username'),
      password: requiredParameter(form, 'password'),
      tenancyName: requiredParameter(form, 'tenancyName'),
      origin: originOf(request),
    };
    return signInWithPassword(services, given, { isGrant: true });
  }
  if (grantType === 'client_credentials') {
    return signInWithClientCredentials(
      services,
      clientOf(form, request.headers.authorization),
      originOf(request),
    );
  }
  throw unsupportedGrantType(grantType);
};

const sendUncached = (reply: FastifyReply, body: object) =>
  reply
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .type('application/json; charset=utf-8')
    .send(body);

const refuse = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  asProblem: TokenServices['asProblem'],
) => {
  const refusal = asRefusal(error);
  if (refusal) {
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
    return sendUncached(reply.code(400), { error: refusal.error, error_description: refusal.message });
  }
  const problem = error instanceof Problem ? error : asProblem(error);
  if (problem) {
    reply.header('retry-after', String(problem.retryAfter ?? 1));
    return sendUncached(reply.code(503), {
      error: 'temporarily_unavailable',
      error_description: problem.message,
    });
  }
  request.log.error({ err: error, requestId: request.id }, 'sign-in failed');
  return sendUncached(reply.code(500), {
    error: 'server_error',
    error_description: `An internal error occurred during your request! (request ${request.id})`,
  });
};

const asRefusal = (error: unknown): TokenRefusal | undefined => {
  if (error instanceof TokenRefusal) return error;
  if (error instanceof Refusal) return invalidTokenRequest(error.message);
  if (error instanceof Problem && error.kind === 'invalid') return invalidTokenRequest(error.message);
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return invalidTokenRequest(`The body is larger than ${limits.form} bytes.`);
  return statusCode !== undefined && statusCode < 500
    ? invalidTokenRequest('The request could not be read.')
    : undefined;
};
