import { createServerClient, type ServerClient } from '#inspector/sync/server-client.ts';
import { grantToken } from '#service/testing/organisation.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** A connection to the server that tests can interrupt. */
export type Network = {
  client: ServerClient;
  isUp: boolean;
  /** Whether the client receives responses. The server processes the requests either way. */
  shouldDeliverResponses: boolean;
  /** Returns the response from a proxy or captive portal, or undefined if the request reaches the server. */
  intercept(method: string, path: string): Response | undefined;
  /** The requests that reached the server. */
  requests: string[];
};

export const createNetwork = async (
  { url, database, organisation }: TestService,
  userName: string,
): Promise<Network> => {
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds[userName]!);
  const network: Network = {
    isUp: true,
    shouldDeliverResponses: true,
    intercept: () => undefined,
    requests: [],
    client: createServerClient({
      basePath: url,
      getLanguage: () => 'en',
      headers: { authorization: `Bearer ${token}` },
      fetch: async (requestUrl, init) => {
        if (!network.isUp) throw new TypeError('Failed to fetch');
        const path = new URL(String(requestUrl)).pathname.slice('/api/v1'.length);
        const interceptedResponse = network.intercept(init?.method ?? 'GET', path);
        if (interceptedResponse) return interceptedResponse;
        network.requests.push(`${init?.method} ${path}`);
        const response = await fetch(requestUrl, init);
        if (!network.shouldDeliverResponses) throw new TypeError('Failed to fetch');
        return response;
      },
    }),
  };
  return network;
};
