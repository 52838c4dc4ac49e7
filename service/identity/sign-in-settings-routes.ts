import type { FastifyInstance } from 'fastify';
import { SignInSettings, SignInSettingsPatch } from '#contract/sign-in-settings.ts';
import { operations } from './operations.ts';
import type { PeopleServices } from './people-services.ts';
import { editSignInSettings, readSignInSettings } from './sign-in-settings.ts';

/** These settings can turn off parts of the task interface that are no longer good practice (S18). */
export const signInSettingsRoutes =
  ({ db }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Sign-in');

    handle('GET', '/sign-in-settings', {
      access: 'SignIn.Manage',
      operationId: 'readSignInSettings',
      summary: 'Read the sign-in settings',
      returns: SignInSettings,
      run: ({ scope }) => readSignInSettings(db, scope.tenantId),
    });

    write('PATCH', '/sign-in-settings', {
      access: 'SignIn.Manage',
      operationId: 'editSignInSettings',
      summary: 'Change the sign-in settings',
      precondition: 'required',
      body: SignInSettingsPatch,
      returns: SignInSettings,
      run: (trx, { auditedActor, body, matchesTag }) =>
        editSignInSettings(trx, auditedActor, { patch: body, matchesTag }),
    });
  };
