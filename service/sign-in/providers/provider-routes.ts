import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import {
  LoginProvider,
  LoginProviderDraft,
  LoginProviderEdit,
  LoginProviders,
  LoginProviderTest,
} from '#contract/login-provider.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { addressForLinks, trustedAddress } from '#service/http/base-address.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { speakTo } from '#service/http/speak-to.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { authorOf, recordAudit } from '#service/identity/audit/record-audit.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { callbackOf } from '#service/sign-in/external/begin-sign-in.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { createProvider } from './create-provider.ts';
import { deleteProvider } from './delete-provider.ts';
import { editProvider } from './edit-provider.ts';
import { forgetIdentities } from './forget-identities.ts';
import { presentProvider } from './present-provider.ts';
import { providerNotFound } from './provider-problems.ts';
import { findProvider, listProviders } from './provider-queries.ts';
import { testProvider } from './test-provider.ts';

const TAGS = ['Sign-in'];
const FOLDER = '/api/v1/login-providers';

/** /api/v1/login-providers: identity providers by which people sign in; and who they are there. */
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
        description: 'Those that are switched off too, by name.',
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

  app.post<{ Body: LoginProviderDraft }>(
    '/login-providers',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'createLoginProvider',
        summary: 'Set up a sign-in provider',
        description:
          'Register `callbackUrl` with the provider, test it, and switch it on. An Idempotency-Key is not kept, for the secret would be kept with it; the name is taken once.',
        body: LoginProviderDraft,
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

  app.put<{ Params: IdParameter; Body: LoginProviderEdit }>(
    '/login-providers/:id',
    {
      config: { access: 'SignIn.Manage' },
      schema: {
        tags: TAGS,
        operationId: 'editLoginProvider',
        summary: 'Change a sign-in provider',
        description:
          'What is absent is gone, but for the secret, which stays unless another is given; where it would go to another address it has to be given again.',
        params: IdParameter,
        headers: ConditionalHeaders,
        body: LoginProviderEdit,
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
        summary: 'Remove a sign-in provider',
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
        operationId: 'forgetExternalIdentities',
        summary: 'Forget by which providers a user has signed in',
        description:
          'For who is refused because the provider knows them by another subject than before: the next sign-in by OpenID Connect links the user anew, by its name. Its sessions go on.',
        params: IdParameter,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const userId = userIdOf(request.params);
      await inTransaction(db, (trx) => forgetIdentities(trx, authorOf(request), userId));
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
          'Asks the provider what can be asked without anybody signing in. To see a whole sign-in, which lets nobody in, open `/sign-in/test/{id}` in the browser in which one is signed in.',
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
        say: speakTo(reply),
      });
      await recordAudit(db, author, {
        kind: 'login-provider.tested',
        on: { type: 'login-provider', id: providerId, name: provider.name },
        details: { isFit: test.isFit },
      });
      return sendJson(reply, JSON.stringify(test));
    },
  );
};

const providerIdOf = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw providerNotFound(id);
  return id;
};
