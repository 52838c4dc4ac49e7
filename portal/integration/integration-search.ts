import { parseText, withoutUndefined } from '#portal/ui/search-values.ts';

export const parseIntegrationSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    // The change token, or `start` for the first page; undefined if the viewer is closed.
    token: parseText(search.token, 64),
    client: parseText(search.client, 128),
    // Search text for application names.
    find: parseText(search.find),
  });
