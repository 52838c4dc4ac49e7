const left = new Map<string, object>();

/** How a page was left: its filters, order and what was open. */
export const rememberSearch = (path: string, search: object): void => {
  left.set(path, search);
};

/** How it was left last since the portal was opened; nothing when it was not looked at. */
export const lastSearchOf = (path: string): object => left.get(path) ?? {};
