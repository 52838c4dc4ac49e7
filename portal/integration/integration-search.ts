import { parseText, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of the integration page. */
export const parseIntegrationSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    // The change token, or `start` for the first page; undefined if the viewer is closed.
    token: parseText(search.token, 64),
    // The API client whose requests are shown.
    client: parseText(search.client, 128),
    // Search text for application names.
    find: parseText(search.find),
  });
