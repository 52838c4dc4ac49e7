import { limits } from '#contract/limits.ts';
import { answersTooLong, historyTooLong, tooManyAnswers, tooManyRevisions } from './inspection-problems.ts';
import type { StoredAnswers } from './store-answers.ts';

/**
 * Limits the number and size of an inspection's answers, because every reader gets all of them in one response. The
 * history is limited too, because some statements read all of it. Throws unless the answers are within the limits, or
 * there are now fewer of them or less text. Repeating an answer adds nothing to the history.
 */
export const requireWithinLimits = ({ totals, growth, history, historyGrowth }: StoredAnswers): void => {
  if (growth.count > 0 && totals.count > limits.answersPerInspection) throw tooManyAnswers(totals.count);
  if (growth.bytes > 0 && totals.bytes > limits.answerBytesPerInspection) throw answersTooLong(totals.bytes);
  if (historyGrowth === 0) return;
  if (history.count > limits.historyPerInspection) throw tooManyRevisions(history.count);
  if (history.bytes > limits.historyBytesPerInspection) throw historyTooLong(history.bytes);
};
