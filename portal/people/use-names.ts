import { useCallback } from 'react';
import { formatFullName } from '#kit/full-name.ts';
import { useAssignees } from '#portal/api/lookups.ts';
import { useHasPermission, useMe } from '#portal/session/me.ts';

/** Returns a function that converts the user names of assignees and the signed-in user to full names. */
export const useNames = (): ((userName: string) => string) => {
  const me = useMe();
  const eligiblePeople = useAssignees({ enabled: useHasPermission('Tasks.Read') }).data;
  return useCallback(
    (userName) => {
      const person = [me, ...(eligiblePeople ?? [])].find((person) => person.userName === userName);
      return person ? formatFullName(person) : userName;
    },
    [me, eligiblePeople],
  );
};
