import { useCallback } from 'react';
import { fullName, useAssignees } from '#portal/api/lookups.ts';
import { useHasPermission, useMe } from '#portal/session/me.ts';

/** Turns the user names of assignees and the signed-in user into full names; returns others unchanged. */
export const useNames = (): ((userName: string) => string) => {
  const me = useMe();
  const eligiblePeople = useAssignees({ enabled: useHasPermission('Tasks.Read') }).data;
  return useCallback(
    (userName) => {
      const person = [me, ...(eligiblePeople ?? [])].find((person) => person.userName === userName);
      return person ? fullName(person) : userName;
    },
    [me, eligiblePeople],
  );
};
