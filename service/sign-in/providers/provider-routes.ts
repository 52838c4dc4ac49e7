import type { FastifyInstance, FastifyRequest } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import {
  LoginProvider,
  LoginProviders,
  LoginProviderTest,
  LoginProviderUpdate,
  NewLoginProvider,
} from '#contract/login-provider.ts';
import type { Database } from '#service/database/connect.ts';
import { findTrustedBaseUrl, requireTrustedBaseUrl } from '#service/http/base-address.ts';
import { isUuid } from '#service/http/ids.ts';
import { recordAudit } from '#service/identity/audit/record-audit.ts';
import type { Call } from '#service/identity/call.ts';
import { operations } from '#service/identity/operations.ts';
import { parseUserId } from '#service/identity/users/parse-user-id.ts';
import { buildCallbackUrl } from '#service/sign-in/external/start-sign-in.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { createProvider, deleteProvider, editProvider } from './manage-provider.ts';
import { presentProvider } from './present-provider.ts';
import { providerNotFound } from './provider-problems.ts';
import { findProvider, listProviders } from './provider-queries.ts';
import { unlinkIdentities } from './unlink-identities.ts';

export const providerRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db, newId, publicUrl } = services;
  const { handle, write } = operations(app, db, 'Sign-in');
  const findCallbackUrl = (request: FastifyRequest) => {
    const baseUrl = findTrustedBaseUrl(request, publicUrl);
    return baseUrl === undefined ? null : buildCallbackUrl(baseUrl);
  };
  const readPresented = async (trx: Database, call: Pick<Call, 'request' | 'actor'>, id: string) =>
    presentProvider(await readProvider(trx, call.actor.tenantId, id), findCallbackUrl(call.request));

  handle('GET', '/login-providers', {
    access: 'SignIn.Manage',
    operationId: 'listLoginProviders',
    summary: 'List identity providers',
    description: 'Returns all providers, including disabled ones, sorted by name.',
    returns: LoginProviders,
    hasLongResult: true,
    run: async ({ request, scope }) => {
      const providers = await listProviders(db, scope.tenantId);
      const callbackUrl = findCallbackUrl(request);
      return {
        loginProviders: providers.map((provider) => presentProvider(provider, callbackUrl)),
        callbackUrl,
      };
    },
  });

  handle('GET', '/login-providers/:id', {
    access: 'SignIn.Manage',
    operationId: 'readLoginProvider',
    summary: 'Read an identity provider',
    params: IdParameter,
    returns: LoginProvider,
    run: (call) => readPresented(db, call, call.params.id),
  });

  write('POST', '/login-providers', {
    access: 'SignIn.Manage',
    operationId: 'createLoginProvider',
    summary: 'Create an identity provider',
    description:
      'Register `callbackUrl` with the provider, test it, and enable it. Any Idempotency-Key is ignored, so that no hash of the request is stored from which the secret could be guessed. Repeating the request does not create a second provider, because names are unique.',
    body: NewLoginProvider,
    creates: true,
    returns: LoginProvider,
    run: async (trx, call) => {
      const providerId = newId();
      await createProvider(trx, call.auditedActor, { input: call.body, providerId }, services);
      return readPresented(trx, call, providerId);
    },
  });

  write('PUT', '/login-providers/:id', {
    access: 'SignIn.Manage',
    operationId: 'editLoginProvider',
    summary: 'Edit an identity provider',
    description:
      'Replaces all settings. Without `clientSecret`, the secret is unchanged; it is required if the issuer or the token URL changes.',
    params: IdParameter,
    precondition: 'required',
    body: LoginProviderUpdate,
    returns: LoginProvider,
    run: async (trx, call) => {
      const { auditedActor, params, body, matchesTag } = call;
      const providerId = parseProviderId(params);
      await editProvider(trx, auditedActor, { providerId, edit: body, matchesTag }, services);
      return readPresented(trx, call, providerId);
    },
  });

  write('DELETE', '/login-providers/:id', {
    access: 'SignIn.Manage',
    operationId: 'deleteLoginProvider',
    summary: 'Delete an identity provider',
    params: IdParameter,
    precondition: 'required',
    run: (trx, { auditedActor, params, matchesTag }) =>
      deleteProvider(trx, auditedActor, { providerId: parseProviderId(params), matchesTag }),
  });

  write('DELETE', '/users/:id/external-identities', {
    access: 'SignIn.Manage',
    operationId: 'unlinkExternalIdentities',
    summary: 'Unlink a user from identity providers',
    description:
      'Use this if a user is rejected because the provider sends a different subject than before. The next sign-in with OpenID Connect links the user by name again. Existing sessions stay valid.',
    params: IdParameter,
    run: (trx, { auditedActor, params }) => unlinkIdentities(trx, auditedActor, parseUserId(params)),
  });

  handle('POST', '/login-providers/:id/test', {
    access: 'SignIn.Manage',
    operationId: 'testLoginProvider',
    summary: 'Test an identity provider',
    description:
      'Runs those checks that do not require signing in. To test a complete sign-in without signing anyone in, open `/sign-in/test/{id}` in a browser in which you are signed in.',
    params: IdParameter,
    returns: LoginProviderTest,
    run: async ({ request, auditedActor, params, translate }) => {
      const provider = await readProvider(db, auditedActor.tenantId, params.id);
      const { testProvider } = await import('./test-provider.ts');
      const test = await testProvider(services, provider, {
        callbackUrl: buildCallbackUrl(requireTrustedBaseUrl(request, publicUrl)),
        translate,
      });
      await recordAudit(db, auditedActor, {
        kind: 'login-provider.tested',
        target: { type: 'login-provider', id: params.id, name: provider.name },
        details: { hasPassed: test.hasPassed },
      });
      return test;
    },
  });
};

const readProvider = async (db: Database, tenantId: number, id: string) => {
  const provider = await findProvider(db, tenantId, parseProviderId({ id }));
  if (!provider) throw providerNotFound(id);
  return provider;
};

const parseProviderId = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw providerNotFound(id);
  return id;
};
