import { present, textOf } from '#portal/frame/search-values.ts';

/** What of the integration page stands in its address. */
export type IntegrationSearch = {
  /** Where in the change feed the viewer stands; absent: not begun. `start`: at its beginning. */
  token?: string | undefined;
  /** The API client whose requests are shown. */
  client?: string | undefined;
  /** Words in the names of the applications that are listed. */
  find?: string | undefined;
};

export const parseIntegrationSearch = (search: Record<string, unknown>): IntegrationSearch =>
  present({ token: textOf(search.token, 64), client: textOf(search.client, 128), find: textOf(search.find) });
