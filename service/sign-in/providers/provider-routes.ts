import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import {
  LoginProvider,
  LoginProviders,
  LoginProviderTest,
  LoginProviderUpdate,
  NewLoginProvider,
} from '#contract/login-provider.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { addressForLinks, trustedAddress } from '#service/http/base-address.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { translateFor } from '#service/http/reply-language.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { authorOf, recordAudit } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { callbackOf } from '#service/sign-in/external/start-sign-in.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { createProvider } from './create-provider.ts';
import { deleteProvider } from './delete-provider.ts';
import { editProvider } from './edit-provider.ts';
import { presentProvider } from './present-provider.ts';
import { providerNotFound } from './provider-problems.ts';
import { findProvider, listProviders } from './provider-queries.ts';
import { testProvider } from './test-provider.ts';
import { unlinkIdentities } from './unlink-identities.ts';

const TAGS = ['Sign-in'];
const FOLDER = '/api/v1/login-providers';

/** /api/v1/login-providers: identity providers for signing in, and the identities that users are linked to. */
export const providerRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db, newId, publicUrl } = services;
  const callbackUrl = (request: FastifyRequest) => {
    const address = trustedAddress(request, publicUrl);
    return address === undefined ? null : callbackOf(address);
  };
  const read = async (request: FastifyRequest, providerId: string) => {
    const { tenantId } = scopeOf(actorOf(request), 'SignIn.Manage');
    const provider = await findProvider(db, tenantId, providerId);
    if (!provider) throw providerNotFound(providerId);
    return presentProvider(provider, callbackUrl(request));
  };

  app.get(
    '/login-providers',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'listLoginProviders',
        summary: 'List sign-in providers',
        description: 'Includes disabled providers; sorted by name.',
        response: { 200: LoginProviders },
      },
    },
    async (request, reply) => {
      const { tenantId } = scopeOf(actorOf(request), 'SignIn.Manage');
      const providers = await listProviders(db, tenantId);
      const loginProviders = providers.map((one) => presentProvider(one, callbackUrl(request)));
      return sendJson(reply, JSON.stringify({ loginProviders, callbackUrl: callbackUrl(request) }));
    },
  );

  app.get<{ Params: IdParameter }>(
    '/login-providers/:id',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'readLoginProvider',
        summary: 'Read a sign-in provider',
        params: IdParameter,
        response: { 200: LoginProvider },
      },
    },
    async (request, reply) => sendState(reply, await read(request, providerIdOf(request.params))),
  );

  app.post<{ Body: NewLoginProvider }>(
    '/login-providers',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'createLoginProvider',
        summary: 'Create a sign-in provider',
        description:
          'Register `callbackUrl` with the provider, test it, and enable it. An Idempotency-Key is ignored, because replaying the response would mean storing the secret; names are unique.',
        body: NewLoginProvider,
        response: { 201: LoginProvider },
      },
    },
    async (request, reply) => {
      const providerId = newId();
      await inTransaction(db, (trx) =>
        createProvider(trx, authorOf(request), { draft: request.body, providerId }, services),
      );
      return sendCreated(reply, FOLDER, JSON.stringify(await read(request, providerId)));
    },
  );

  app.put<{ Params: IdParameter; Body: LoginProviderUpdate }>(
    '/login-providers/:id',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'editLoginProvider',
        summary: 'Edit a sign-in provider',
        description:
          'Replaces all settings. The secret stays unless a new one is given; it must be given again if it would be sent to another address.',
        params: IdParameter,
        headers: ConditionalHeaders,
        body: LoginProviderUpdate,
        response: { 200: LoginProvider },
      },
    },
    async (request, reply) => {
      const providerId = providerIdOf(request.params);
      const isExpected = preconditionOf(request);
      await inTransaction(db, (trx) =>
        editProvider(trx, authorOf(request), { providerId, edit: request.body, isExpected }, services),
      );
      return sendState(reply, await read(request, providerId));
    },
  );

  app.delete<{ Params: IdParameter }>(
    '/login-providers/:id',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'deleteLoginProvider',
        summary: 'Delete a sign-in provider',
        params: IdParameter,
        headers: ConditionalHeaders,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const providerId = providerIdOf(request.params);
      const isExpected = preconditionOf(request);
      await inTransaction(db, (trx) => deleteProvider(trx, authorOf(request), { providerId, isExpected }));
      return reply.code(204).send();
    },
  );

  app.delete<{ Params: IdParameter }>(
    '/users/:id/external-identities',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'unlinkExternalIdentities',
        summary: 'Unlink a user from identity providers',
        description:
          'For a user who is rejected because the provider sends a different subject than before. The next sign-in with OpenID Connect links the user by name again. Sessions stay open.',
        params: IdParameter,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const userId = userIdOf(request.params);
      await inTransaction(db, (trx) => unlinkIdentities(trx, authorOf(request), userId));
      return reply.code(204).send();
    },
  );

  app.post<{ Params: IdParameter }>(
    '/login-providers/:id/test',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'testLoginProvider',
        summary: 'Test a sign-in provider',
        description:
          'Runs the checks that need no sign-in. To test a whole sign-in without signing anyone in, open `/sign-in/test/{id}` in a browser in which you are signed in.',
        params: IdParameter,
        response: { 200: LoginProviderTest },
      },
    },
    async (request, reply) => {
      const author = authorOf(request);
      const { tenantId } = scopeOf(author, 'SignIn.Manage');
      const providerId = providerIdOf(request.params);
      const provider = await findProvider(db, tenantId, providerId);
      if (!provider) throw providerNotFound(providerId);
      const test = await testProvider(services, provider, {
        callbackUrl: callbackOf(addressForLinks(request, publicUrl)),
        translate: translateFor(reply),
      });
      await recordAudit(db, author, {
        kind: 'login-provider.tested',
        on: { type: 'login-provider', id: providerId, name: provider.name },
        details: { isPassed: test.isPassed },
      });
      return sendJson(reply, JSON.stringify(test));
    },
  );
};

const providerIdOf = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw providerNotFound(id);
  return id;
};
