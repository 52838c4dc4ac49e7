import { textOf, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of the integration page. */
export type IntegrationSearch = {
  /** The position in the change feed: undefined before the first page, `start` at the beginning. */
  token?: string | undefined;
  /** The API client whose requests are shown. */
  client?: string | undefined;
  /** Search text for application names. */
  find?: string | undefined;
};

export const parseIntegrationSearch = (search: Record<string, unknown>): IntegrationSearch =>
  withoutUndefined({
    token: textOf(search.token, 64),
    client: textOf(search.client, 128),
    find: textOf(search.find),
  });
