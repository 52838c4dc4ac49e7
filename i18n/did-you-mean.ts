import { EMPTY_MESSAGE, type Message, type MessageValue, msg } from './message.ts';

/** Returns a question to append to a message about an unknown name; empty if there is no suggestion. */
export const didYouMean = (suggestion: MessageValue | undefined): Message =>
  suggestion === undefined ? EMPTY_MESSAGE : msg` Did you mean ${suggestion}?`;
