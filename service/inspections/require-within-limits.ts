import { limits } from '#contract/limits.ts';
import { answersTooLong, historyTooLong, tooManyAnswers, tooManyRevisions } from './inspection-problems.ts';
import type { StoreAnswersResult } from './store-answers.ts';

/**
 * Every reader gets all answers in one response, and some statements read the entire history. A total above its limit
 * is accepted unless it has grown.
 */
export const requireWithinLimits = ({ totals, growth, history, historyGrowth }: StoreAnswersResult): void => {
  if (growth.count > 0 && totals.count > limits.answersPerInspection) throw tooManyAnswers(totals.count);
  if (growth.bytes > 0 && totals.bytes > limits.answerBytesPerInspection) throw answersTooLong(totals.bytes);
  if (historyGrowth === 0) return;
  if (history.count > limits.historyPerInspection) throw tooManyRevisions(history.count);
  if (history.bytes > limits.historyBytesPerInspection) throw historyTooLong(history.bytes);
};
