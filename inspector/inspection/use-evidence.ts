import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Evidence } from '#inspector/store/read-evidence.ts';
import type { Acts } from './acts.ts';

/** By id: what it is; null: it is out of reach. What is not in it is being read. */
type Found = ReadonlyMap<string, Evidence | null>;

/** Reads what answers name; what is out of reach again when there is a network. */
export const useEvidence = (ids: readonly string[], { readEvidence }: Pick<Acts, 'readEvidence'>): Found => {
  const [found, setFound] = useState<Found>(new Map());
  const named = ids.join(' ');
  const unread = useMemo(() => named.split(' ').filter((id) => id !== '' && !found.has(id)), [named, found]);
  useEffect(() => {
    let isOver = false;
    for (const id of unread)
      void readEvidence(id).then((evidence) => {
        if (!isOver) setFound((before) => new Map(before).set(id, evidence ?? null));
      });
    return () => {
      isOver = true;
    };
  }, [unread, readEvidence]);
  const readAgain = useCallback(
    () => setFound((before) => new Map([...before].filter(([, evidence]) => evidence !== null))),
    [],
  );
  useEffect(() => {
    window.addEventListener('online', readAgain);
    return () => window.removeEventListener('online', readAgain);
  }, [readAgain]);
  return found;
};
