import type { SuggestionRequest, Suggestions } from '#contract/suggestion.ts';
import { post } from './request.ts';

/** Suggests people and times for tasks, without changing the plan. */
export const suggest = (request: SuggestionRequest): Promise<Suggestions> =>
  post('/api/v1/suggestions', request);
