/** A response as seen by a browser. */
export type BrowserResponse = { status: number; headers: Headers; text: string; location: string | null };

/**
 * A browser without scripts. Stores and sends cookies, marks posted forms and calls as same-origin by default, and does
 * not follow redirects.
 */
export type NoJsBrowser = {
  cookies: Map<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<BrowserResponse>;
  /** Posts a form, by default as a page on the same server would. */
  post(url: string, form: Record<string, string>, headers?: Record<string, string>): Promise<BrowserResponse>;
  /** Sends a request, by default with the headers that a script in the portal would send. */
  call(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<BrowserResponse>;
};

export const createNoJsBrowser = (baseUrl: string): NoJsBrowser => {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit): Promise<BrowserResponse> => {
    const response = await fetch(new URL(url, baseUrl), {
      ...init,
      redirect: 'manual',
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/;\s*max-age=0/i.test(line)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location'),
    };
  };
  const sameOriginHeaders = { 'sec-fetch-site': 'same-origin' };
  return {
    cookies,
    get: (url, headers = {}) => send(url, { headers }),
    post: (url, form, headers = sameOriginHeaders) =>
      send(url, { method: 'POST', body: new URLSearchParams(form), headers }),
    call: (method, url, body, headers = { ...sameOriginHeaders, 'x-requested-with': 'ronda' }) =>
      send(url, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
};
