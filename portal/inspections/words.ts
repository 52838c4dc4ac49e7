import { defineWords } from '#kit/words.ts';
import { en } from './words-en.ts';
import { nl } from './words-nl.ts';

export const { useWords: useInspectionWords } = defineWords('inspections', { en, nl });
