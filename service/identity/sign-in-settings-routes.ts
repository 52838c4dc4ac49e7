import type { FastifyInstance } from 'fastify';
import { SignInSettings, SignInSettingsPatch } from '#contract/sign-in-settings.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendState } from '#service/http/send-state.ts';
import { scopeOf } from './actor.ts';
import { authorOf } from './audit/record-audit.ts';
import { actorOf } from './authenticate.ts';
import { editSignInSettings } from './edit-sign-in-settings.ts';
import { readSignInSettings } from './sign-in-settings-queries.ts';

const TAGS = ['Sign-in'];

/** /api/v1/sign-in-settings: settings for what the specified interface requires and current practice advises against (S18). */
export const signInSettingsRoutes =
  ({ db }: { db: Database }) =>
  async (app: FastifyInstance) => {
    app.get(
      '/sign-in-settings',
      {
        config: { access: 'SignIn.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'readSignInSettings',
          summary: 'Read the sign-in settings',
          response: { 200: SignInSettings },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'SignIn.Manage');
        return sendState(reply, await readSignInSettings(db, tenantId));
      },
    );

    app.patch<{ Body: SignInSettingsPatch }>(
      '/sign-in-settings',
      {
        config: { access: 'SignIn.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editSignInSettings',
          summary: 'Change the sign-in settings',
          headers: ConditionalHeaders,
          body: SignInSettingsPatch,
          response: { 200: SignInSettings },
        },
      },
      async (request, reply) => {
        const change = { patch: request.body, isExpected: preconditionOf(request) };
        return sendState(
          reply,
          await inTransaction(db, (trx) => editSignInSettings(trx, authorOf(request), change)),
        );
      },
    );
  };
