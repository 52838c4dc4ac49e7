import { type Sentence, toEnglish } from '#i18n/sentence.ts';

/**
 * An error with a fixed status, either due to the size or type of a request or because a protocol dictates the status.
 * The message is sent to the client; `field` names the field or header at fault.
 */
export class HttpError extends Error {
  readonly statusCode: number;
  readonly sentence: Sentence;
  readonly field: string | undefined;

  constructor(statusCode: 400 | 409 | 410 | 412 | 413 | 415 | 422 | 460, reason: Sentence, field?: string) {
    super(toEnglish(reason));
    this.name = 'HttpError';
    this.statusCode = statusCode;
    this.sentence = reason;
    this.field = field;
  }
}
