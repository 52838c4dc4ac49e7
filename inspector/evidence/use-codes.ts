import { type RefObject, useEffect, useState } from 'react';
import { loadDetector } from './detect-codes.ts';
import { areSameCodes, type FoundCode } from './found-code.ts';

/** The pause between two detections: short enough for a shaking hand, long enough to save battery. */
const PAUSE_MS = 120;

/**
 * Returns the codes in a video once two detections are equal; empty until then. 'missing': there is no detector.
 * Searches while `isOn`; switching it on starts again.
 */
export const useCodes = (
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
): readonly FoundCode[] | 'missing' => {
  const [codes, setCodes] = useState<readonly FoundCode[] | 'missing'>([]);
  useEffect(() => {
    if (!isOn) return undefined;
    setCodes([]);
    const stopping = new AbortController();
    const search = async () => {
      const detect = await loadDetector();
      let before: FoundCode[] = [];
      while (!stopping.signal.aborted) {
        const seen = video.current ? await detect(video.current).catch(() => []) : [];
        if (stopping.signal.aborted) return;
        if (seen.length > 0 && areSameCodes(seen, before)) return setCodes(seen);
        before = seen;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    search().catch(() => !stopping.signal.aborted && setCodes('missing'));
    return () => stopping.abort();
  }, [video, isOn]);
  return codes;
};
