import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CameraButton } from '#inspector/evidence/CameraButton.tsx';
import { toJpegName } from '#inspector/evidence/downscale-picture.ts';
import { PictureAnnotator } from '#inspector/evidence/PictureAnnotator.tsx';
import { PictureStrip } from '#inspector/evidence/PictureStrip.tsx';
import inputs from '#questions/inputs.module.css';
import classes from '#questions/Question.module.css';
import { type PictureField, useInspectionActions } from './actions.ts';
import { useEvidence } from './use-evidence.ts';

type Props = {
  ids: readonly string[];
  pictureField: PictureField;
  label: string;
  maxCount: number;
  isReadOnly: boolean;
};

export const PicturesAnswer = ({ ids, pictureField, label, maxCount, isReadOnly }: Props) => {
  const { t } = useTranslation('inspection');
  const actions = useInspectionActions();
  const container = useRef<HTMLDivElement>(null);
  const files = useEvidence(ids);
  const [annotatedId, setAnnotatedId] = useState<string>();
  const [removedPicture, setRemovedPicture] = useState<{ id: string; index: number }>();
  const pictures = ids.map((id, index) => {
    const evidence = files.get(id);
    const source = evidence === null ? ('remote' as const) : (evidence?.bytes ?? ('loading' as const));
    return { id, name: t('picture', { number: index + 1, label }), source };
  });
  const annotatedPicture = files.get(annotatedId ?? '');
  const remove = async (id: string) => {
    await actions.removePicture(pictureField, id);
    setRemovedPicture({ id, index: ids.indexOf(id) });
  };
  const closeAnnotation = () => {
    flushSync(() => setAnnotatedId(undefined));
    // The button that opened the dialog was in the full-screen picture, which is now closed.
    container.current?.closest<HTMLElement>('[data-path]')?.focus({ preventScroll: true });
  };
  return (
    <div ref={container} className={inputs.evidence}>
      <PictureStrip
        pictures={pictures}
        {...(!isReadOnly && { onAnnotate: setAnnotatedId, onRemove: (id: string) => void remove(id) })}
      />
      <div aria-live="polite">
        {removedPicture && !ids.includes(removedPicture.id) && !isReadOnly && (
          <div className={classes.undo}>
            {t('pictureRemoved')}
            <button
              type="button"
              className={inputs.small}
              // biome-ignore lint/a11y/noAutofocus: the button that had the focus is gone
              autoFocus
              onClick={() => void actions.restorePicture(pictureField, removedPicture)}
            >
              {t('undo')}
            </button>
          </div>
        )}
      </div>
      {!isReadOnly && (
        <CameraButton
          maxCount={maxCount - ids.length}
          onPicture={(bytes, name) => {
            setRemovedPicture(undefined);
            return actions.addPicture(pictureField, { bytes, name });
          }}
        />
      )}
      {annotatedId && annotatedPicture && (
        <PictureAnnotator
          picture={annotatedPicture.bytes}
          onCancel={closeAnnotation}
          onSave={async (bytes) => {
            const name = toJpegName(annotatedPicture.name);
            await actions.addPicture(pictureField, { bytes, name, replacedId: annotatedId });
            closeAnnotation();
          }}
        />
      )}
    </div>
  );
};
