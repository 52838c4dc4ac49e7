import type { LinkPurpose } from '#contract/password-link.ts';
import type { Language } from '#i18n/languages.ts';
import type { Translator } from '#i18n/translator.ts';
import type { Email } from '#service/mail/mailer.ts';
import type mailTexts from '#service/messages/en/mails.json';
import { loadMessages } from '#service/messages/messages.ts';

const translators = loadMessages<typeof mailTexts>('service', 'mails');

type EmailValues = {
  name: string;
  userName: string;
  organisation: string | undefined;
  url: string;
  until: string;
};

const composeText = (t: Translator<typeof mailTexts>, purpose: LinkPurpose, values: EmailValues): string => {
  const { name, userName, organisation, url, until } = values;
  const account = [
    t('userName', { userName }),
    ...(organisation === undefined ? [] : [t('organisation', { organisation })]),
  ];
  return [
    t('greeting', { name }),
    t(purpose),
    `${t('choosePassword', { until })}\n\n${url}`,
    account.join('\n'),
    t('unexpected'),
  ].join('\n\n');
};

/** The tenancy name on a server that has only one organisation. Emails do not mention it. */
const DEFAULT_TENANCY_NAME = 'default';

/** Creates the email that contains the link. It is plain text, so that names cannot imitate links or buttons. */
export const createLinkEmail = (
  to: { name: string; userName: string; tenancyName: string; emailAddress: string },
  link: { purpose: LinkPurpose; url: string; expiresAt: Date },
  language: Language,
): Email => {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const values = {
    // A name with line breaks could imitate the text of the email.
    name: to.name.replaceAll(/\s+/g, ' '),
    userName: to.userName,
    organisation: to.tenancyName === DEFAULT_TENANCY_NAME ? undefined : to.tenancyName,
    url: link.url,
    until: `${format.format(link.expiresAt)} UTC`,
  };
  const t = translators[language];
  return {
    to: to.emailAddress,
    subject: t(`${link.purpose}Subject`),
    text: `${composeText(t, link.purpose, values)}\n`,
  };
};
