import { Alert, Loader, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decodePicture, encodePicture, sizeOf } from './downscale-picture.ts';
import { MarkTools, type Tool, useMarkHistory } from './MarkTools.tsx';
import { drawMarks, type MarkColor, type Point } from './marks.ts';
import classes from './PictureAnnotator.module.css';
import { PictureCanvas } from './PictureCanvas.tsx';
import { useSaving } from './use-saving.ts';

type DecodedPicture = Awaited<ReturnType<typeof decodePicture>>;

type Props = {
  picture: Blob;
  onSave: (annotatedPicture: Blob) => void | Promise<void>;
  onCancel: () => void;
};

export const PictureAnnotator = ({ picture, onSave, onCancel }: Props) => {
  const { t } = useTranslation('evidence');
  const decodedPicture = useDecodedPicture(picture);
  const markHistory = useMarkHistory();
  const [tool, setTool] = useState<Tool>('pen');
  const [color, setColor] = useState<MarkColor>('red');
  const [text, setText] = useState('');
  const isDecoded = decodedPicture !== undefined && decodedPicture !== 'unreadable';

  const { isSaving, hasFailed, save } = useSaving(async () => {
    if (!isDecoded) return;
    const size = sizeOf(decodedPicture);
    const annotatedPicture = await encodePicture(picture, size, (context) => {
      context.drawImage(decodedPicture, 0, 0);
      drawMarks(context, markHistory.marks, size);
    });
    await onSave(annotatedPicture);
  });
  const addText = (position: Point) => {
    if (text.trim() === '') return;
    markHistory.add({ kind: 'text', color, position, text: text.trim() });
    setText('');
  };
  return (
    <Modal.Root
      opened
      onClose={onCancel}
      fullScreen
      // Once there is a drawing, Escape does not close the dialog and discard it.
      closeOnEscape={!markHistory.canUndo}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content
        radius={0}
        aria-label={t('annotate')}
        classNames={{ content: classes.content }}
        onKeyDown={(event) => {
          const isTextInput = event.target instanceof HTMLInputElement && event.target.type === 'text';
          if ((event.ctrlKey || event.metaKey) && event.key === 'z' && markHistory.canUndo && !isTextInput)
            markHistory.undo();
        }}
      >
        <Modal.Body className={classes.body}>
          <div className={classes.stage}>
            {decodedPicture === undefined && <Loader />}
            {decodedPicture === 'unreadable' && <Alert color="red">{t('pictureBroken')}</Alert>}
            {isDecoded && (
              <PictureCanvas
                picture={decodedPicture}
                label={t('picture')}
                marks={markHistory.marks}
                tool={tool}
                color={color}
                onMark={markHistory.add}
                onTap={addText}
              />
            )}
          </div>
          {hasFailed && (
            <Alert color="red" role="alert">
              {t('saveFailed')}
            </Alert>
          )}
          <MarkTools
            {...{ tool, setTool, color, setColor, text, setText, markHistory, isSaving }}
            onAddTextInMiddle={() => {
              if (!isDecoded) return;
              const { width, height } = sizeOf(decodedPicture);
              addText({ x: width / 4, y: height / 2 });
            }}
            onSave={save}
            onCancel={onCancel}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

const useDecodedPicture = (picture: Blob): DecodedPicture | 'unreadable' | undefined => {
  const [decodedPicture, setDecodedPicture] = useState<DecodedPicture | 'unreadable'>();
  useEffect(() => {
    const decoding = decodePicture(picture);
    decoding.then(setDecodedPicture, () => setDecodedPicture('unreadable'));
    return () => {
      setDecodedPicture(undefined);
      decoding.then((bitmap) => 'close' in bitmap && bitmap.close()).catch(() => undefined);
    };
  }, [picture]);
  return decodedPicture;
};
