import { LocalizableError } from '#i18n/message.ts';

/** Thrown if a file is damaged, too large or not a spreadsheet. The message is shown to the user. */
export class UnreadableFileError extends LocalizableError {}
