import { useEffect, useRef, useState } from 'react';
import type { Evidence } from '#inspector/store/read-evidence.ts';
import type { Acts } from './acts.ts';

/** By id: what it is; null: it is out of reach. What is not in it is being read. */
type Found = ReadonlyMap<string, Evidence | null>;

/** Reads what answers name; what is out of reach again when there is a network. */
export const useEvidence = (ids: readonly string[], { readEvidence }: Pick<Acts, 'readEvidence'>): Found => {
  const [found, setFound] = useState<Found>(new Map());
  // What has been asked for is not asked for again while it is on its way.
  const asked = useRef(new Set<string>());
  const named = ids.join(' ');
  useEffect(() => {
    for (const id of named.split(' ').filter((each) => each !== '' && !asked.current.has(each))) {
      asked.current.add(id);
      void readEvidence(id)
        .catch(() => undefined)
        .then((evidence) => setFound((before) => new Map(before).set(id, evidence ?? null)));
    }
  }, [named, readEvidence]);
  useEffect(() => {
    const readAgain = () => {
      const away = [...found].filter(([, evidence]) => evidence === null).map(([id]) => id);
      for (const id of away) {
        void readEvidence(id)
          .catch(() => undefined)
          .then((evidence) => evidence && setFound((before) => new Map(before).set(id, evidence)));
      }
    };
    window.addEventListener('online', readAgain);
    return () => window.removeEventListener('online', readAgain);
  }, [found, readEvidence]);
  return found;
};
