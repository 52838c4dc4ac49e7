import { AsyncLocalStorage } from 'node:async_hooks';

/** For unauthenticated requests, `tenant` is ANONYMOUS and `user` is the client's network. */
export type Caller = { readonly tenant: number | string; readonly user: number | string };

export const ANONYMOUS = 'anonymous';

/** The server's own work: housekeeping, notifications and provisioning. Limited only by slots. */
export const SERVER_CALLER: Caller = { tenant: 'server', user: 'server' };

const callerStorage = new AsyncLocalStorage<{ caller: Caller }>();

/** Runs `work`, and everything it starts, on behalf of a caller. */
export const runAs = <Result>(caller: Caller, work: () => Result): Result =>
  callerStorage.run({ caller }, work);

/** Attributes the rest of the current work to a different caller. */
export const switchCaller = (caller: Caller): void => {
  const store = callerStorage.getStore();
  if (store) store.caller = caller;
};

export const getCurrentCaller = (): Caller => callerStorage.getStore()?.caller ?? SERVER_CALLER;
