import { LocalizableError, type Message } from '#i18n/message.ts';

/** An error with the same status in all response formats. `field` is the name of a field or header. */
export class HttpError extends LocalizableError {
  readonly statusCode: number;
  readonly field: string | undefined;

  constructor(statusCode: 400 | 409 | 410 | 412 | 413 | 415 | 422 | 460, reason: Message, field?: string) {
    super(reason);
    this.name = 'HttpError';
    this.statusCode = statusCode;
    this.field = field;
  }
}
