import type { Sentence } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

export const formUnreadable = (reason: Sentence) => new Problem('invalid', reason);
