import { getLocale, LANGUAGES, type Language } from '#i18n/languages.ts';
import type { Database } from '#service/database/connect.ts';
import type { Mailer } from '#service/mail/mailer.ts';
import type mailTexts from '#service/messages/en/mails.json';
import { loadMessages } from '#service/messages/messages.ts';
import { readBackupStatus } from './backup-run.ts';
import { listAdministrators } from './list-administrators.ts';

const translations = loadMessages<typeof mailTexts>('service', 'mails');

/** Larger installations have dedicated operators. */
const MAX_EMAILS = 100;

/** The emails omit the reason for the failure, which would reveal paths and files on the server. */
export const notifyAdministrators = async (
  db: Database,
  mailer: Mailer | undefined,
  log: { warn(details: object, message: string): void },
): Promise<void> => {
  if (!mailer) return;
  const { lastSucceededAt } = await readBackupStatus(db);
  for (const { emailAddress } of (await listAdministrators(db)).slice(0, MAX_EMAILS)) {
    await mailer
      .send({ to: emailAddress, ...createEmail(lastSucceededAt) })
      .catch((error) => log.warn({ err: error }, 'could not send an email about a failed backup'));
  }
};

/** The email is written in every language, because users have no language setting. */
const createEmail = (lastSucceededAt: Date | null): { subject: string; text: string } => ({
  subject: `Ronda: ${LANGUAGES.map((language) => translations[language]('backupFailedSubject')).join(' / ')}`,
  text: LANGUAGES.map((language) => formatText(language, lastSucceededAt)).join('\n\n–\n\n'),
});

const formatText = (language: Language, lastSucceededAt: Date | null): string => {
  const t = translations[language];
  const format = new Intl.DateTimeFormat(getLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const lastBackup = lastSucceededAt
    ? t('lastBackup', { moment: `${format.format(lastSucceededAt)} UTC` })
    : t('noBackup');
  return [t('backupFailed'), lastBackup, t('informAdministrator')].join('\n');
};
