import { defineWords } from '#kit/words.ts';
import { en } from './words-en.ts';
import { nl } from './words-nl.ts';

export const { useWords: useSignInWords } = defineWords('sign-in-providers', { en, nl });
