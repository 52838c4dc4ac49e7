import { connectServer, type Server } from '#inspector/sync/server.ts';
import { grantToken } from '#service/testing/organisation.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** A connection to the server that tests can interrupt. */
export type Network = {
  server: Server;
  isUp: boolean;
  /** Whether responses arrive. The server processes the requests either way. */
  deliversResponses: boolean;
  /** Returns the response from a proxy or captive portal, or undefined if the request reaches the server. */
  intercept(method: string, path: string): Response | undefined;
  /** Requests that reached the server. */
  requests: string[];
};

export const connect = async (
  { url, database, organisation }: TestService,
  userName: string,
): Promise<Network> => {
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds[userName]!);
  const network: Network = {
    isUp: true,
    deliversResponses: true,
    intercept: () => undefined,
    requests: [],
    server: connectServer({
      basePath: url,
      getLanguage: () => 'en',
      headers: { authorization: `Bearer ${token}` },
      fetch: async (requestUrl, init) => {
        if (!network.isUp) throw new TypeError('Failed to fetch');
        const path = new URL(String(requestUrl)).pathname.slice('/api/v1'.length);
        const intercepted = network.intercept(init?.method ?? 'GET', path);
        if (intercepted) return intercepted;
        network.requests.push(`${init?.method} ${path}`);
        const response = await fetch(requestUrl, init);
        if (!network.deliversResponses) throw new TypeError('Failed to fetch');
        return response;
      },
    }),
  };
  return network;
};
