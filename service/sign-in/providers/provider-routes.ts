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
import { addressForLinks, trustedAddress } from '#service/http/base-address.ts';
import { isUuid } from '#service/http/ids.ts';
import { recordAudit } from '#service/identity/audit/record-audit.ts';
import { operations } from '#service/identity/operations.ts';
import { userIdOf } from '#service/identity/users/user-id-of.ts';
import { callbackOf } from '#service/sign-in/external/start-sign-in.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { createProvider, deleteProvider, editProvider } from './manage-provider.ts';
import { presentProvider } from './present-provider.ts';
import { providerNotFound } from './provider-problems.ts';
import { findProvider, listProviders } from './provider-queries.ts';
import { testProvider } from './test-provider.ts';
import { unlinkIdentities } from './unlink-identities.ts';

/** /api/v1/login-providers: identity providers for signing in, and the identities that users are linked to. */
export const providerRoutes = (services: SignInServices) => async (app: FastifyInstance) => {
  const { db, newId, publicUrl } = services;
  const { handle, write } = operations(app, db, 'Sign-in');
  const callbackUrl = (request: FastifyRequest) => {
    const address = trustedAddress(request, publicUrl);
    return address === undefined ? null : callbackOf(address);
  };

  handle('GET', '/login-providers', {
    access: 'SignIn.Manage',
    operationId: 'listLoginProviders',
    summary: 'List identity providers',
    description: 'Includes disabled providers; sorted by name.',
    returns: LoginProviders,
    run: async ({ request, scope }) => {
      const providers = await listProviders(db, scope.tenantId);
      const ownUrl = callbackUrl(request);
      return {
        loginProviders: providers.map((provider) => presentProvider(provider, ownUrl)),
        callbackUrl: ownUrl,
      };
    },
  });

  handle('GET', '/login-providers/:id', {
    access: 'SignIn.Manage',
    operationId: 'readLoginProvider',
    summary: 'Read an identity provider',
    params: IdParameter,
    returns: LoginProvider,
    run: async ({ request, scope, params }) =>
      presentProvider(await readProvider(db, scope.tenantId, params.id), callbackUrl(request)),
  });

  write('POST', '/login-providers', {
    access: 'SignIn.Manage',
    operationId: 'createLoginProvider',
    summary: 'Create an identity provider',
    description:
      'Register `callbackUrl` with the provider, test it, and enable it. An Idempotency-Key is ignored, because replaying the response would mean storing the secret; names are unique.',
    body: NewLoginProvider,
    creates: true,
    returns: LoginProvider,
    run: async (trx, { request, author, body }) => {
      const providerId = newId();
      await createProvider(trx, author, { draft: body, providerId }, services);
      return presentProvider(await readProvider(trx, author.tenantId, providerId), callbackUrl(request));
    },
  });

  write('PUT', '/login-providers/:id', {
    access: 'SignIn.Manage',
    operationId: 'editLoginProvider',
    summary: 'Edit an identity provider',
    description:
      'Replaces all settings. The secret stays unless a new one is given; it must be given again if it would be sent to another address.',
    params: IdParameter,
    precondition: 'required',
    body: LoginProviderUpdate,
    returns: LoginProvider,
    run: async (trx, { request, author, params, body, isExpected }) => {
      const providerId = providerIdOf(params);
      await editProvider(trx, author, { providerId, edit: body, isExpected }, services);
      return presentProvider(await readProvider(trx, author.tenantId, providerId), callbackUrl(request));
    },
  });

  write('DELETE', '/login-providers/:id', {
    access: 'SignIn.Manage',
    operationId: 'deleteLoginProvider',
    summary: 'Delete an identity provider',
    params: IdParameter,
    precondition: 'required',
    run: (trx, { author, params, isExpected }) =>
      deleteProvider(trx, author, { providerId: providerIdOf(params), isExpected }),
  });

  write('DELETE', '/users/:id/external-identities', {
    access: 'SignIn.Manage',
    operationId: 'unlinkExternalIdentities',
    summary: 'Unlink a user from identity providers',
    description:
      'For a user who is rejected because the provider sends a different subject than before. The next sign-in with OpenID Connect links the user by name again. Sessions stay open.',
    params: IdParameter,
    run: (trx, { author, params }) => unlinkIdentities(trx, author, userIdOf(params)),
  });

  handle('POST', '/login-providers/:id/test', {
    access: 'SignIn.Manage',
    operationId: 'testLoginProvider',
    summary: 'Test an identity provider',
    description:
      'Runs the checks that need no sign-in. To test a whole sign-in without signing anyone in, open `/sign-in/test/{id}` in a browser in which you are signed in.',
    params: IdParameter,
    returns: LoginProviderTest,
    run: async ({ request, author, params, translate }) => {
      const provider = await readProvider(db, author.tenantId, params.id);
      const test = await testProvider(services, provider, {
        callbackUrl: callbackOf(addressForLinks(request, publicUrl)),
        translate,
      });
      await recordAudit(db, author, {
        kind: 'login-provider.tested',
        target: { type: 'login-provider', id: params.id, name: provider.name },
        details: { isPassed: test.isPassed },
      });
      return test;
    },
  });
};

const readProvider = async (db: Database, tenantId: number, id: string) => {
  const provider = await findProvider(db, tenantId, providerIdOf({ id }));
  if (!provider) throw providerNotFound(id);
  return provider;
};

const providerIdOf = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw providerNotFound(id);
  return id;
};
