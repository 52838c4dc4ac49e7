import { inEnglish, type Sentence } from '#sentences/sentence.ts';

/**
 * A request that is refused with a certain status: for its size or type before anybody reads what it says, or because a
 * protocol gives the fact a status of its own. The message is for the caller; `field` names what it is about.
 */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly sentence: Sentence;
  readonly field: string | undefined;

  constructor(statusCode: 400 | 409 | 410 | 412 | 413 | 415 | 422 | 460, why: Sentence, field?: string) {
    super(inEnglish(why));
    this.name = 'Refusal';
    this.statusCode = statusCode;
    this.sentence = why;
    this.field = field;
  }
}
