import type { Database } from '#service/database/connect.ts';
import type { Mailer } from '#service/mail/mailer.ts';
import { readBackupStatus } from './backup-run.ts';
import { listAdministrators } from './list-administrators.ts';

/** Where to report what could not be sent. */
type NotifyLog = { warn(facts: object, message: string): void };

/** A server with more administrators has its own operators. */
const MOST_MAILS = 100;

/**
 * Sends a mail to the administrators of every tenant when a backup has failed. The reason is only in the log, because it
 * names paths and files of the server, which concern its operator only.
 */
export const notifyAdministrators = async (
  db: Database,
  mailer: Mailer | undefined,
  log: NotifyLog,
): Promise<void> => {
  if (!mailer) return;
  const { lastGoodAt } = await readBackupStatus(db);
  for (const { emailAddress } of (await listAdministrators(db)).slice(0, MOST_MAILS)) {
    const mail = { to: emailAddress, ...backupFailedMail(lastGoodAt) };
    await mailer
      .send(mail)
      .catch((error) => log.warn({ err: error }, 'a mail about a failed backup was not sent'));
  }
};

/** In both languages: a user has none of their own, and this concerns the whole organisation. */
const backupFailedMail = (lastGoodAt: Date | null): { subject: string; text: string } => {
  const momentIn = (language: string) =>
    lastGoodAt &&
    `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(lastGoodAt)} UTC`;
  const [english, dutch] = [momentIn('en'), momentIn('nl')];
  return {
    subject: 'Ronda: the backup failed / de back-up is mislukt',
    text: [
      'The scheduled backup of Ronda failed. The reason is in the server log.',
      english ? `Last good backup: ${english}.` : 'There is no good backup yet.',
      'Please inform your server administrator.',
      '',
      '–',
      '',
      'De geplande back-up van Ronda is mislukt. De reden staat in het logboek van de server.',
      dutch ? `Laatste goede back-up: ${dutch}.` : 'Er is nog geen goede back-up.',
      'Geef dit door aan uw serverbeheerder.',
    ].join('\n'),
  };
};
