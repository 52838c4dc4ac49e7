import { EMPTY_MESSAGE, type Message, type MessageValue, msg } from './message.ts';

/** Returns the question that ends a message about an unknown name, or an empty message without a suggestion. */
export const didYouMean = (suggestion: MessageValue | undefined): Message =>
  suggestion === undefined ? EMPTY_MESSAGE : msg` Did you mean ${suggestion}?`;
