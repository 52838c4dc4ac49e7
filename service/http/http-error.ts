import { inEnglish, type Sentence } from '#i18n/sentence.ts';

/**
 * An error with a fixed status: because of the size or type of a request, or because a protocol defines the status. The
 * message is sent to the client; `field` is the field or header with the error.
 */
export class HttpError extends Error {
  readonly statusCode: number;
  readonly sentence: Sentence;
  readonly field: string | undefined;

  constructor(statusCode: 400 | 409 | 410 | 412 | 413 | 415 | 422 | 460, reason: Sentence, field?: string) {
    super(inEnglish(reason));
    this.name = 'HttpError';
    this.statusCode = statusCode;
    this.sentence = reason;
    this.field = field;
  }
}
