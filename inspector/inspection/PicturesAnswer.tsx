import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CameraButton } from '#inspector/evidence/CameraButton.tsx';
import { PictureStrip } from '#inspector/evidence/PictureStrip.tsx';
import { nameAsJpeg } from '#inspector/evidence/reduce-picture.ts';
import type { Acts, Naming } from './acts.ts';
import inputs from './inputs.module.css';
import classes from './Question.module.css';
import { useEvidence } from './use-evidence.ts';
import { useInspectionWords } from './words.ts';

const AnnotatePicture = lazy(async () => ({
  default: (await import('#inspector/evidence/AnnotatePicture.tsx')).AnnotatePicture,
}));

type Props = {
  ids: readonly string[];
  naming: Naming;
  /** The question. */
  label: string;
  most: number;
  isReadOnly: boolean;
  acts: Acts;
};

/** Pictures of the camera or the gallery, which may be drawn on and removed. */
export const PicturesAnswer = ({ ids, naming, label, most, isReadOnly, acts }: Props) => {
  const t = useInspectionWords();
  const box = useRef<HTMLDivElement>(null);
  const found = useEvidence(ids, acts);
  const [drawnOn, setDrawnOn] = useState<string>();
  const [removed, setRemoved] = useState<{ id: string; at: number }>();
  const pictures = ids.map((id, place) => {
    const evidence = found.get(id);
    const source = evidence === null ? ('elsewhere' as const) : (evidence?.bytes ?? ('reading' as const));
    return { id, name: t('picture', { number: place + 1, label }), source };
  });
  const toDrawOn = found.get(drawnOn ?? '');
  const remove = async (id: string) => {
    await acts.removePicture(naming, id);
    setRemoved({ id, at: ids.indexOf(id) });
  };
  const putAway = () => {
    flushSync(() => setDrawnOn(undefined));
    // The button by which it was opened went with the large picture.
    box.current?.closest<HTMLElement>('[data-path]')?.focus({ preventScroll: true });
  };
  return (
    <div ref={box} className={inputs.evidence}>
      <PictureStrip
        pictures={pictures}
        {...(!isReadOnly && { onAnnotate: setDrawnOn, onRemove: (id: string) => void remove(id) })}
      />
      <div aria-live="polite">
        {removed && !ids.includes(removed.id) && !isReadOnly && (
          <div className={classes.undo}>
            {t('pictureRemoved')}
            <button
              type="button"
              className={inputs.small}
              // biome-ignore lint/a11y/noAutofocus: the button that had it is gone
              autoFocus
              onClick={() => void acts.restorePicture(naming, removed)}
            >
              {t('undo')}
            </button>
          </div>
        )}
      </div>
      {!isReadOnly && (
        <CameraButton
          most={most - ids.length}
          onPicture={(bytes, name) => {
            setRemoved(undefined);
            return acts.addPicture(naming, { bytes, name });
          }}
        />
      )}
      {drawnOn && toDrawOn && (
        <Suspense>
          <AnnotatePicture
            picture={toDrawOn.bytes}
            onCancel={putAway}
            onKeep={async (bytes) => {
              await acts.addPicture(naming, { bytes, name: nameAsJpeg(toDrawOn.name), instead: drawnOn });
              putAway();
            }}
          />
        </Suspense>
      )}
    </div>
  );
};
