import { inEnglish, type Sentence } from '#sentences/sentence.ts';

/** A file that is no spreadsheet, or one that is broken or too large to be read; the sentence is for who sent it. */
export class Unreadable extends Error {
  readonly sentence: Sentence;

  constructor(why: Sentence) {
    super(inEnglish(why));
    this.sentence = why;
  }
}
