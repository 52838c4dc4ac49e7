import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { RevocationRequest, TokenError, TokenRequest, TokenResponse } from '#contract/identity.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#service/database/connect.ts';
import { isSecure } from '#service/http/base-address.ts';
import type { AsProblem } from '#service/http/envelope.ts';
import { HttpError } from '#service/http/http-error.ts';
import { acceptForms, type Form, readForm } from '#service/http/read-form.ts';
import type { Actors } from '#service/identity/actors.ts';
import { readOrigin } from '#service/identity/audit/record-audit.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { Problem } from '#service/problem.ts';
import type { VerifiedSignIn } from './access-token.ts';
import { signInWithClientCredentials } from './client-credentials-grant.ts';
import { signInWithPassword } from './password-grant.ts';
import { revokeAccessToken } from './revoke-access-token.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import { readClientCredentials, requireParameter } from './token-form.ts';
import {
  insecureTokenRequest,
  invalidTokenRequest,
  TokenRejectedError,
  unsupportedGrantType,
} from './token-problems.ts';
import { createTokenResponse } from './token-response.ts';

type TokenServices = {
  db: Database;
  actors: Actors;
  passwords: Passwords;
  throttle: SignInThrottle;
  /** Whether secrets are accepted over plain HTTP, as in test environments (decision A3). */
  allowInsecureHttp: boolean;
  asProblem: AsProblem;
};

/** POST /token and /revoke (contract, Authentication; decisions A1 to A3, A7). */
export const tokenRoutes = (services: TokenServices) => async (app: FastifyInstance) => {
  acceptForms(app, '*');
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, services.asProblem));

  app.post(
    '/token',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: ['Authentication'],
        operationId: 'obtainToken',
        summary: 'Obtain an access token',
        description:
          "Issues a token in exchange for a user name and password, or for a service user's client ID and secret.",
        consumes: ['application/x-www-form-urlencoded'],
        body: TokenRequest,
        response: { 200: TokenResponse, 400: TokenError },
      },
      // The handler validates the form itself, so that it can return OAuth errors.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      if (!services.allowInsecureHttp && !isSecure(request)) throw insecureTokenRequest();
      const form = readForm(request.body);
      const verifiedSignIn = await signIn(services, form, request);
      return sendUncached(reply, await createTokenResponse(services.db, verifiedSignIn, readOrigin(request)));
    },
  );

  app.post(
    '/revoke',
    {
      config: { access: 'anonymous' },
      schema: {
        tags: ['Authentication'],
        operationId: 'revokeToken',
        summary: 'Revoke an access token',
        description:
          'Revokes the token immediately (RFC 7009). The request needs no other authentication. The response is the same if the token is invalid.',
        consumes: ['application/x-www-form-urlencoded'],
        body: RevocationRequest,
        response: { 200: Type.Object({}), 400: TokenError },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      if (!services.allowInsecureHttp && !isSecure(request)) throw insecureTokenRequest();
      const token = requireParameter(readForm(request.body), 'token');
      // Anonymous callers must not be able to clear the cache by sending invalid tokens.
      if (await revokeAccessToken(services.db, token, readOrigin(request))) services.actors.clear();
      return sendUncached(reply, {});
    },
  );
};

const signIn = (services: TokenServices, form: Form, request: FastifyRequest): Promise<VerifiedSignIn> => {
  const grantType = form.get('grant_type') ?? '';
  if (grantType === 'password') {
    const credentials = {
      username: requireParameter(form, 'username'),
      password: requireParameter(form, 'password'),
      tenancyName: requireParameter(form, 'tenancyName'),
      origin: readOrigin(request),
    };
    return signInWithPassword(services, credentials, { usesPasswordGrant: true });
  }
  if (grantType === 'client_credentials') {
    return signInWithClientCredentials(
      services,
      readClientCredentials(form, request.headers.authorization),
      readOrigin(request),
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

const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply, asProblem: AsProblem) => {
  const rejection = toRejection(error);
  if (rejection) {
    if (rejection.retryAfter !== undefined) reply.header('retry-after', String(rejection.retryAfter));
    return sendUncached(reply.code(400), { error: rejection.error, error_description: rejection.message });
  }
  const problem = error instanceof Problem ? error : asProblem(error, request);
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

const toRejection = (error: unknown): TokenRejectedError | undefined => {
  if (error instanceof TokenRejectedError) return error;
  if (error instanceof HttpError) return invalidTokenRequest(error.message);
  if (error instanceof Problem && error.kind === 'invalid') return invalidTokenRequest(error.message);
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return invalidTokenRequest(`The body is larger than ${limits.form} bytes.`);
  return statusCode !== undefined && statusCode < 500
    ? invalidTokenRequest('The request could not be read.')
    : undefined;
};
