import type { Sentence } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

export const unreadableForm = (reason: Sentence) => new Problem('invalid', reason);
