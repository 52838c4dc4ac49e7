import type { SuggestionRequest, Suggestions } from '#contract/suggestion.ts';
import { post } from './request.ts';

/** Who could do tasks when, and why; nothing is planned by it. */
export const suggest = (request: SuggestionRequest): Promise<Suggestions> =>
  post('/api/v1/suggestions', request);
