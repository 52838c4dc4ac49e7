import { useCallback } from 'react';
import { fullName, usePerformers } from '#portal/api/lookups.ts';
import { useMay, useMe } from '#portal/session/me.ts';

/** Says by name who performs tasks, and who reads this; everybody else by the user name that the server tells. */
export const useNames = (): ((userName: string) => string) => {
  const me = useMe();
  const performers = usePerformers({ enabled: useMay('Tasks.Read') }).data;
  return useCallback(
    (userName) => {
      const known = [me, ...(performers ?? [])].find((person) => person.userName === userName);
      return known ? fullName(known) : userName;
    },
    [me, performers],
  );
};
