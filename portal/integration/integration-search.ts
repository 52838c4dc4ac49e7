import { parseText, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of the integration page. */
export type IntegrationSearch = {
  /** The change token, or `start` for the first page; undefined if the viewer is closed. */
  token?: string | undefined;
  /** The API client whose requests are shown. */
  client?: string | undefined;
  /** Search text for application names. */
  find?: string | undefined;
};

export const parseIntegrationSearch = (search: Record<string, unknown>): IntegrationSearch =>
  withoutUndefined({
    token: parseText(search.token, 64),
    client: parseText(search.client, 128),
    find: parseText(search.find),
  });
