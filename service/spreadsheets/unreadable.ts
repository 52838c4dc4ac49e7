import { inEnglish, type Sentence } from '#i18n/sentence.ts';

/** The file is not a spreadsheet, damaged or too large. The sentence is shown to the user who sent it. */
export class Unreadable extends Error {
  readonly sentence: Sentence;

  constructor(reason: Sentence) {
    super(inEnglish(reason));
    this.sentence = reason;
  }
}
