import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The user on whose behalf work is done. For requests without an account, these are ANONYMOUS and the network
 * address.
 */
export type Caller = { readonly tenant: number | string; readonly user: number | string };

export const ANONYMOUS = 'anonymous';

/** The server's own work: housekeeping, notifications and provisioning. Only the number of slots limits it. */
export const SERVER: Caller = { tenant: 'server', user: 'server' };

const current = new AsyncLocalStorage<{ caller: Caller }>();

/** Runs `work`, and everything it starts, on behalf of a caller. */
export const runAs = <Result>(caller: Caller, work: () => Result): Result => current.run({ caller }, work);

/** Continues the current work on behalf of a different caller, once a request's token has been checked. */
export const switchCaller = (caller: Caller): void => {
  const store = current.getStore();
  if (store) store.caller = caller;
};

export const getCurrentCaller = (): Caller => current.getStore()?.caller ?? SERVER;
