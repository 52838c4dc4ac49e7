import { EMPTY_SENTENCE, type Sentence, type SentencePart, sentence } from './sentence.ts';

/** Returns the question that ends a message about an unknown name, or an empty sentence without a suggestion. */
export const didYouMean = (suggestion: SentencePart | undefined): Sentence =>
  suggestion === undefined ? EMPTY_SENTENCE : sentence` Did you mean ${suggestion}?`;
