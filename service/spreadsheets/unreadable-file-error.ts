import { type Sentence, toEnglish } from '#i18n/sentence.ts';

/** Thrown if a file is damaged, too large or not a spreadsheet. The sentence is shown to the user. */
export class UnreadableFileError extends Error {
  readonly sentence: Sentence;

  constructor(reason: Sentence) {
    super(toEnglish(reason));
    this.sentence = reason;
  }
}
