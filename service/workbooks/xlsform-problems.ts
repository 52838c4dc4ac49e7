import type { Sentence } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

export const formUnreadable = (why: Sentence) => new Problem('invalid', why);
