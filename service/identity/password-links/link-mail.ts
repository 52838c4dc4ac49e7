import type { LinkPurpose } from '#contract/password-link.ts';
import { getLocale, type Language } from '#i18n/languages.ts';
import type { Email } from '#service/mail/mailer.ts';
import type mailTexts from '#service/messages/en/mails.json';
import { loadMessages } from '#service/messages/messages.ts';

const translators = loadMessages<typeof mailTexts>('service', 'mails');

/** The tenancy name on a single-organisation server. Emails do not mention it. */
const DEFAULT_TENANCY_NAME = 'default';

/** Creates the email with the link, in plain text so that names cannot imitate links or buttons. */
export const createLinkEmail = (
  to: { name: string; userName: string; tenancyName: string; emailAddress: string },
  { purpose, url, expiresAt }: { purpose: LinkPurpose; url: string; expiresAt: Date },
  language: Language,
): Email => {
  const t = translators[language];
  const until = expiresAt.toLocaleString(getLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const account = [
    t('userName', { userName: to.userName }),
    ...(to.tenancyName === DEFAULT_TENANCY_NAME ? [] : [t('organisation', { organisation: to.tenancyName })]),
  ];
  const paragraphs = [
    // A name with line breaks could imitate the text of the email.
    t('greeting', { name: to.name.replaceAll(/\s+/g, ' ') }),
    t(purpose),
    t('choosePassword', { until: `${until} UTC` }),
    url,
    account.join('\n'),
    t('unexpected'),
  ];
  return {
    to: to.emailAddress,
    subject: t(`${purpose}Subject`),
    text: `${paragraphs.join('\n\n')}\n`,
  };
};
