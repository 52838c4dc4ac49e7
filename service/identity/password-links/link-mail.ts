import type { LinkPurpose, MailLanguage } from '#contract/password-link.ts';
import type { Mail } from '#service/mail/mailer.ts';

type Facts = { name: string; userName: string; organisation: string | undefined; url: string; until: string };

type Words = {
  subject: Record<LinkPurpose, string>;
  greeting: (name: string) => string;
  reason: Record<LinkPurpose, string>;
  choose: (until: string) => string;
  userName: (userName: string) => string;
  organisation: (name: string) => string;
  unexpected: string;
};

const WORDS: Record<MailLanguage, Words> = {
  en: {
    subject: { invitation: 'Your account in Ronda', reset: 'Choose another password for Ronda' },
    greeting: (name) => `Hello ${name},`,
    reason: {
      invitation: 'An account has been made for you in Ronda, by which inspections are planned and done.',
      reset: 'An administrator has asked you to choose another password for Ronda.',
    },
    choose: (until) => `Choose your password by this link. It can be used once, until ${until}:`,
    userName: (userName) => `Your user name is ${userName}.`,
    organisation: (name) => `Your organisation is ${name}.`,
    unexpected: 'If you do not know what this is about, ask your administrator, and do not pass the link on.',
  },
  nl: {
    subject: { invitation: 'Uw account in Ronda', reset: 'Kies een nieuw wachtwoord voor Ronda' },
    greeting: (name) => `Hallo ${name},`,
    reason: {
      invitation: 'Er is een account voor u gemaakt in Ronda, waarmee inspecties worden gepland en gedaan.',
      reset: 'Een beheerder heeft u gevraagd een nieuw wachtwoord voor Ronda te kiezen.',
    },
    choose: (until) => `Kies uw wachtwoord via deze link. Die werkt één keer, tot ${until}:`,
    userName: (userName) => `Uw gebruikersnaam is ${userName}.`,
    organisation: (name) => `Uw organisatie is ${name}.`,
    unexpected: 'Weet u niet waar dit over gaat? Vraag uw beheerder, en geef de link niet door.',
  },
};

const compose = (words: Words, purpose: LinkPurpose, facts: Facts): string =>
  [
    words.greeting(facts.name),
    words.reason[purpose],
    `${words.choose(facts.until)}\n\n${facts.url}`,
    [
      words.userName(facts.userName),
      ...(facts.organisation === undefined ? [] : [words.organisation(facts.organisation)]),
    ].join('\n'),
    words.unexpected,
  ].join('\n\n');

/** Everybody is of this organisation where there is one only, and need not be told. */
const ONLY_ORGANISATION = 'default';

/** The mail that brings a link: plain text, so that nothing in it can look like what it is not. */
export const linkMail = (
  to: { name: string; userName: string; tenancyName: string; emailAddress: string },
  link: { purpose: LinkPurpose; url: string; expiresAt: Date },
  language: MailLanguage,
): Mail => {
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const facts = {
    // A name of several lines could say something else in the name of this mail.
    name: to.name.replaceAll(/\s+/g, ' '),
    userName: to.userName,
    organisation: to.tenancyName === ONLY_ORGANISATION ? undefined : to.tenancyName,
    url: link.url,
    until: `${moment.format(link.expiresAt)} UTC`,
  };
  const words = WORDS[language];
  return {
    to: to.emailAddress,
    subject: words.subject[link.purpose],
    text: `${compose(words, link.purpose, facts)}\n`,
  };
};
