/** An answer as a browser gets it. */
export type BrowserAnswer = { status: number; headers: Headers; text: string; location: string | null };

/**
 * A browser without scripts: it keeps cookies, sends them back, says where a request comes from, and follows redirects
 * only when it is told to.
 */
export type PlainBrowser = {
  cookies: Map<string, string>;
  get(address: string, headers?: Record<string, string>): Promise<BrowserAnswer>;
  /** Posts a form from a page of the same server, unless the headers say otherwise. */
  post(
    address: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<BrowserAnswer>;
  /** As a script of the portal's pages would. */
  call(
    method: string,
    address: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<BrowserAnswer>;
};

export const createPlainBrowser = (url: string): PlainBrowser => {
  const cookies = new Map<string, string>();
  const send = async (address: string, init: RequestInit): Promise<BrowserAnswer> => {
    const answer = await fetch(new URL(address, url), {
      ...init,
      redirect: 'manual',
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/;\s*max-age=0/i.test(line)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return {
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      location: answer.headers.get('location'),
    };
  };
  const fromOwnPage = { 'sec-fetch-site': 'same-origin' };
  return {
    cookies,
    get: (address, headers = {}) => send(address, { headers }),
    post: (address, form, headers = fromOwnPage) =>
      send(address, { method: 'POST', body: new URLSearchParams(form), headers }),
    call: (method, address, body, headers = { ...fromOwnPage, 'x-requested-with': 'ronda' }) =>
      send(address, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
};
