import { parseText, withoutUndefined } from '#portal/ui/search-values.ts';

export const parseIntegrationSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    // The change token, or `start` for the first page. Undefined if the viewer is closed.
    token: parseText(search.token, 64),
    client: parseText(search.client, 128),
    // A search text for application names.
    find: parseText(search.find),
  });
