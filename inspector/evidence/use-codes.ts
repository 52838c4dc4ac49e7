import { type RefObject, useEffect, useState } from 'react';
import { isSameJson } from '#workbook-engine/json.ts';
import { loadDetector } from './detect-codes.ts';

/** The pause between two detections: short enough for a shaky hand, long enough to save battery. */
const PAUSE_MS = 120;

/**
 * Returns the codes once two successive detections are equal: a scratched barcode yields a different value
 * each time. Until then the list is empty, or 'missing' if there is no detector. Starts over when `isOn`
 * becomes true.
 */
export const useCodes = (
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
): readonly string[] | 'missing' => {
  const [codes, setCodes] = useState<readonly string[] | 'missing'>([]);
  useEffect(() => {
    if (!isOn) return undefined;
    setCodes([]);
    const stopping = new AbortController();
    const search = async () => {
      const detect = await loadDetector();
      let previous: string[] = [];
      while (!stopping.signal.aborted) {
        const detected = video.current ? await detect(video.current).catch(() => []) : [];
        if (stopping.signal.aborted) return;
        if (detected.length > 0 && isSameJson(detected, previous)) return setCodes(detected);
        previous = detected;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    search().catch(() => !stopping.signal.aborted && setCodes('missing'));
    return () => stopping.abort();
  }, [video, isOn]);
  return codes;
};
