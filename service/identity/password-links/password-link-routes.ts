import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { CreatedPasswordLink, NewPasswordLink } from '#contract/password-link.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { requireTrustedBaseUrl } from '#service/http/base-address.ts';
import { operations } from '#service/identity/operations.ts';
import type { PeopleServices } from '#service/identity/people-services.ts';
import { parseUserId } from '#service/identity/users/parse-user-id.ts';
import { noMailServer } from '#service/mail/mail-problems.ts';
import { createPasswordLink } from './create-password-link.ts';
import { createLinkEmail } from './link-mail.ts';
import { CHOOSE_PASSWORD_PATH } from './password-link.ts';
import { revokeLink } from './revoke-link.ts';

export const passwordLinkRoutes =
  ({ db, mailer, publicUrl }: PeopleServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Users');

    handle('POST', '/users/:id/password-links', {
      access: 'Users.Manage',
      operationId: 'createPasswordLink',
      summary: 'Create a link to choose a password',
      description:
        'The link works only once, and only while the caller would still be allowed to create it. It replaces any earlier link. Returns 409 if the user is the caller. The link is sent by email or returned in the response. If the mail server does not accept the email (503, or 409 if it rejects the address), the link is revoked. At most 5 emails per hour are sent to one person, and 500 by one organisation. Beyond these limits, the response is 429, and the earlier link stays valid. Any Idempotency-Key is ignored, because the stored response would contain the link. Returns 403 if the user has tenant-wide permissions that the caller lacks.',
      params: IdParameter,
      body: NewPasswordLink,
      creates: true,
      returns: CreatedPasswordLink,
      run: async ({ request, auditedActor, params, body }) => {
        const { purpose, delivery, language = 'en' } = body;
        const base = requireTrustedBaseUrl(request, publicUrl);
        if (delivery === 'email' && !mailer) throw noMailServer();
        const userId = parseUserId(params);
        const { user, token, expiresAt } = await inTransaction(db, (trx) =>
          createPasswordLink(trx, auditedActor, { userId, purpose, delivery }),
        );
        const url = `${base}${CHOOSE_PASSWORD_PATH}/${token}`;
        const link = { purpose, expiresAt: expiresAt.toISOString(), sentTo: null, url: null };
        if (delivery === 'link') return { ...link, url };
        const to = { ...user, emailAddress: user.emailAddress! };
        const email = createLinkEmail(to, { purpose, url, expiresAt }, language);
        // The email is sent after the commit: mail servers may be slow.
        await mailer!.send(email).catch(async (err: unknown) => {
          request.log.warn({ err, requestId: request.id }, 'an email was not sent');
          await inTransaction(db, (trx) =>
            revokeLink(trx, auditedActor, { userId, token, reason: 'not sent' }),
          );
          throw err;
        });
        return { ...link, sentTo: to.emailAddress };
      },
    });

    write('DELETE', '/users/:id/password-links', {
      access: 'Users.Manage',
      operationId: 'revokePasswordLink',
      summary: "Revoke a user's password link",
      description: 'Does nothing if there is no link.',
      params: IdParameter,
      run: (trx, { auditedActor, params }) =>
        revokeLink(trx, auditedActor, { userId: parseUserId(params), reason: 'revoked' }),
    });
  };
