/** A body that is refused for its size or its type, before anybody reads what it says; the message is for the caller. */
export class Refusal extends Error {
  readonly statusCode: 413 | 415;

  constructor(statusCode: 413 | 415, message: string) {
    super(message);
    this.name = 'Refusal';
    this.statusCode = statusCode;
  }
}
