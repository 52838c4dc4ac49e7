import { LANGUAGES, type Language } from '#i18n/languages.ts';
import type { Database } from '#service/database/connect.ts';
import type { Mailer } from '#service/mail/mailer.ts';
import type mailTexts from '#service/messages/en/mails.json';
import { readTexts } from '#service/messages/messages.ts';
import { readBackupStatus } from './backup-run.ts';
import { listAdministrators } from './list-administrators.ts';

const texts = readTexts<typeof mailTexts>('service', 'mails');

/** Logs mails that could not be sent. */
type NotifyLog = { warn(details: object, message: string): void };

/** Larger installations have dedicated operators. */
const MAX_EMAILS = 100;

/**
 * Sends a mail to the administrators of every tenant after a backup failed. The mail does not state the reason, because
 * it contains paths and files of the server; the log does.
 */
export const notifyAdministrators = async (
  db: Database,
  mailer: Mailer | undefined,
  log: NotifyLog,
): Promise<void> => {
  if (!mailer) return;
  const { lastGoodAt } = await readBackupStatus(db);
  for (const { emailAddress } of (await listAdministrators(db)).slice(0, MAX_EMAILS)) {
    const mail = { to: emailAddress, ...backupFailedMail(lastGoodAt) };
    await mailer
      .send(mail)
      .catch((error) => log.warn({ err: error }, 'could not send a mail about a failed backup'));
  }
};

/** The mail is in every language: a user has no language setting, and it concerns the whole organisation. */
const backupFailedMail = (lastGoodAt: Date | null): { subject: string; text: string } => ({
  subject: `Ronda: ${LANGUAGES.map((language) => texts[language]('backupFailedSubject')).join(' / ')}`,
  text: LANGUAGES.map((language) => backupFailedText(language, lastGoodAt)).join('\n\n–\n\n'),
});

const backupFailedText = (language: Language, lastGoodAt: Date | null): string => {
  const t = texts[language];
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const lastBackup = lastGoodAt
    ? t('lastBackup', { moment: `${format.format(lastGoodAt)} UTC` })
    : t('noBackup');
  return [t('backupFailed'), lastBackup, t('informAdministrator')].join('\n');
};
