export const createTokenCommand = (
  baseUrl: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): string =>
  `curl -s ${baseUrl}/token -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret}`;
