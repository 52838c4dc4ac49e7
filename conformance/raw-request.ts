import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { baseUrl } from './client.ts';

export type RawRequest = {
  token: string | undefined;
  headers?: Record<string, string | number>;
  /** The chunks in which the body is sent. */
  chunks: string[];
};

/** Sends a request exactly as given. fetch would add headers, join the chunks or reject the request. */
export const sendRaw = (
  method: string,
  path: string,
  { token, headers = {}, chunks }: RawRequest,
): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    const url = new URL(`${baseUrl}${path}`);
    const clientRequest = (url.protocol === 'https:' ? secureRequest : request)(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    clientRequest.on('error', reject).on('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode, text });
      clientRequest.destroy();
    });
    for (const chunk of chunks) clientRequest.write(chunk);
    clientRequest.end();
  });
