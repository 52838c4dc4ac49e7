import { useEffect, useRef, useState } from 'react';
import type { Evidence } from '#inspector/store/read-evidence.ts';
import { useInspectionActions } from './actions.ts';

/** Files by ID: null if the file currently cannot be downloaded, absent while it is being read. */
type Files = ReadonlyMap<string, Evidence | null>;

export const useEvidence = (ids: readonly string[]): Files => {
  const { readEvidence } = useInspectionActions();
  const [files, setFiles] = useState<Files>(new Map());
  const requestedIds = useRef(new Set<string>());
  const joinedIds = ids.join(' ');
  useEffect(() => {
    const read = (id: string) =>
      readEvidence(id)
        .catch(() => undefined)
        .then((evidence) => setFiles((current) => new Map(current).set(id, evidence ?? null)));
    for (const id of joinedIds.split(' ').filter(Boolean)) {
      if (requestedIds.current.has(id)) continue;
      requestedIds.current.add(id);
      void read(id);
    }
    const retry = () => {
      for (const [id, evidence] of files) if (evidence === null) void read(id);
    };
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [joinedIds, files, readEvidence]);
  return files;
};
