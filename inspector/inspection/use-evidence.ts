import { useEffect, useRef, useState } from 'react';
import type { Evidence } from '#inspector/store/read-evidence.ts';
import { useInspectionActions } from './inspection-actions.ts';

/** Files by id; null: the file cannot be downloaded now. Files that are being read are not included. */
type Found = ReadonlyMap<string, Evidence | null>;

/** Reads the files of answers; retries failed downloads when the connection is back. */
export const useEvidence = (ids: readonly string[]): Found => {
  const { readEvidence } = useInspectionActions();
  const [found, setFound] = useState<Found>(new Map());
  // Files that are being read are not requested again.
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
