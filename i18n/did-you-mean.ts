import { EMPTY_SENTENCE, type Sentence, type SentencePart, sentence } from './sentence.ts';

/** The end of a message about an unknown name, or empty if there is no suggestion. */
export const didYouMean = (suggestion: SentencePart | undefined): Sentence =>
  suggestion === undefined ? EMPTY_SENTENCE : sentence` Did you mean ${suggestion}?`;
